/** The two surfaces: a card on the page, and the cover of a book with its fine rings. */
import type { ElementType, HTMLAttributes } from 'react';
import { cx } from './class-names.ts';

export type CardTone = 'plain' | 'gold' | 'blue' | 'plum' | 'brick' | 'dashed';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType;
  tone?: CardTone;
}

export function Card({ as: Tag = 'section', tone = 'plain', className, ...rest }: CardProps) {
  return <Tag {...rest} className={cx('card', tone !== 'plain' && `card-${tone}`, className)} />;
}

export interface CoverProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType;
  /** The small line above the amount. */
  label?: string;
}

export function Cover({ as: Tag = 'section', label, className, children, ...rest }: CoverProps) {
  return (
    <Tag {...rest} className={cx('cover rings', className)}>
      {label && <p className="cover-label">{label}</p>}
      {children}
    </Tag>
  );
}
