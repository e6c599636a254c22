/**
 * Links to pages of the app. A site that has only some of them (the demo) maps their addresses; a
 * link to a missing page is not rendered.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'wouter';

/** Maps an address of the app; undefined if there is no such page here. */
export type Way = (href: string) => string | undefined;

const Ways = createContext<Way>((href) => href);
export const WaysProvider = Ways.Provider;
export const useWays = (): Way => useContext(Ways);
export const useWay = (href: string): string | undefined => useWays()(href);

interface PageLinkProps {
  href: string;
  className?: string;
  /** Rendered if the page is missing: the same words as plain text. */
  otherwise?: ReactNode;
  onClick?: () => void;
  children: ReactNode;
}

export function PageLink({ href, otherwise, ...rest }: PageLinkProps) {
  const to = useWay(href);
  return to === undefined ? otherwise : <Link {...rest} href={to} />;
}
