/**
 * Buttons, and links that look like buttons. While `busy` a button stays the same size and focused,
 * announces it to screen readers, and ignores clicks.
 */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { cx } from './class-names.ts';
import { useWay } from './page-link.tsx';

export type ButtonLook = 'primary' | 'alt' | 'gold' | 'quiet' | 'danger';

interface Look {
  look?: ButtonLook;
  small?: boolean;
  /** As wide as its container. */
  wide?: boolean;
  /** Square, for an icon; give it an `aria-label`, which is its tooltip too (tooltips.ts). */
  iconOnly?: boolean;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ look, small, wide, iconOnly, busy, className, ...rest }: ButtonProps) {
  const blocked = busy || rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      {...rest}
      className={cx(lookClass({ look, small, wide, iconOnly }), busy && 'btn-busy', className)}
      aria-busy={busy || undefined}
      aria-disabled={blocked || undefined}
      onClick={blocked ? swallow : rest.onClick}
    />
  );
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement>, Look {
  href: string;
}

/** A plain link styled as a button; not rendered if its page is missing (page-link.tsx). */
export function ButtonLink({ look, small, wide, iconOnly, className, ...rest }: ButtonLinkProps) {
  const href = useWay(rest.href);
  if (href === undefined) return null;
  const classes = cx(lookClass({ look, small, wide, iconOnly }), className);
  return <a {...rest} href={href} className={classes} />;
}

/** The class names of a button, for elements from libraries (a router's link). */
export function lookClass({ look = 'primary', small, wide, iconOnly }: Undefinable<Look>): string {
  return cx(
    'btn',
    look !== 'primary' && `btn-${look}`,
    small && 'btn-sm',
    wide && 'btn-wide',
    iconOnly && 'btn-icon',
  );
}

type Undefinable<T> = { [K in keyof T]?: T[K] | undefined };

function swallow(event: MouseEvent) {
  event.preventDefault();
}
