/** An empty list: explains what will be here, and offers the first step. */
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** The heading above it is one level higher; 1 if it is the only thing on the page. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ title, children, icon, action, level = 3 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className="empty">
      {icon && <span className="empty-mark">{icon}</span>}
      <Title className="empty-title">{title}</Title>
      {children && <p className="sub empty-words">{children}</p>}
      {action}
    </div>
  );
}
