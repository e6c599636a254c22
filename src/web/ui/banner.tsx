/** An inline notice: an icon, a text and perhaps one action. */
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { InfoIcon, StopIcon, TickCircleIcon, WarnIcon } from './icons.tsx';

export type BannerTone = 'info' | 'done' | 'warn' | 'error';

export interface BannerProps {
  tone?: BannerTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** How it is announced: politely, or (only for lost work) assertively. */
  announce?: 'polite' | 'assertive';
}

const LOOK = {
  info: { color: 'banner-blue', Icon: InfoIcon },
  done: { color: 'banner-green', Icon: TickCircleIcon },
  warn: { color: 'banner-gold', Icon: WarnIcon },
  error: { color: 'banner-brick', Icon: StopIcon },
};

export function Banner({ tone = 'info', title, children, action, announce }: BannerProps) {
  const { color, Icon } = LOOK[tone];
  const role = announce && (announce === 'polite' ? 'status' : 'alert');
  return (
    <div className={cx('banner', color)} role={role}>
      <Icon />
      <div className="banner-text">
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}

/** An error next to its cause, announced politely. */
export function InlineAlert({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <Banner tone="error" announce="polite" action={action}>
      {children}
    </Banner>
  );
}
