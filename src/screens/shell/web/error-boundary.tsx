/** Records errors thrown while rendering, and shows the error screen instead. */
import { Component, type ReactNode } from 'react';
import { record } from '#web/errors.ts';
import { ErrorScreen } from './error-screen.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** For a small part: the page continues without it. */
  expendable?: boolean;
  onRetry?: () => void;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    record(error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.expendable) return null;
    // Only a reload requests a failed chunk again.
    const retry = this.props.onRetry ?? (() => location.reload());
    return <ErrorScreen onRetry={retry} />;
  }
}
