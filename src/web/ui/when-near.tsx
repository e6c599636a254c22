/**
 * Renders parts far below the first screen once the reader comes within a screen of them, so that
 * the first load fetches only what it shows. Their height is reserved, so nothing jumps.
 */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';

type Props = {
  children: ReactNode;
  height: string;
  /**
   * The distance that counts as near; `0px` for parts with calls of their own, until they are
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
