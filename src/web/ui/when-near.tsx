/**
 * Renders parts far below the first screen once the reader comes within a screen of them: the first
 * load fetches only the visible parts. Their height is reserved, so nothing jumps.
 */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

type Props = {
  children: ReactNode;
  height: string;
  /**
   * The distance that is near enough; `0px` for parts that call the server, to load them only once
   * visible.
   */
  margin?: string;
};

export function WhenNear({ children, height, margin = '100% 0px' }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, come] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isNear || !place.current) return;
    const watch = new IntersectionObserver(
      (seen) => seen.some((one) => one.isIntersecting) && come(true),
      { rootMargin: margin },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isNear, margin]);
  const room = <div ref={place} style={{ minHeight: height }} />;
  return isNear ? <Suspense fallback={room}>{children}</Suspense> : room;
}
