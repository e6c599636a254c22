/** Everything around the pages: texts, server state, the error screen, toasts. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { OwnAmountHabits } from '#features/book/transactions/web/own-amount-habits.tsx';
import { ErrorBoundary } from '#screens/shell/web/error-boundary.tsx';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { Toaster } from '#web/ui/toaster.tsx';
import { Pages } from './pages.tsx';

export function App({ queries }: { queries: QueryClient }) {
  return (
    <MessagesProvider>
      <QueryClientProvider client={queries}>
        <ErrorBoundary>
          <OwnAmountHabits>
            <Pages />
          </OwnAmountHabits>
        </ErrorBoundary>
        <ErrorBoundary expendable>
          <Toaster />
        </ErrorBoundary>
      </QueryClientProvider>
    </MessagesProvider>
  );
}
