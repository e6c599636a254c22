/**
 * The smallest page of this kind: the same libraries, one route, one call, displayed as received.
 */
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Route } from 'wouter';

function Screen() {
  const { data } = useQuery({
    queryKey: ['dashboard'],
    queryFn: async () => (await fetch('/api/dashboard')).json() as Promise<unknown>,
  });
  return <pre>{JSON.stringify(data, null, 2)}</pre>;
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <QueryClientProvider client={new QueryClient()}>
    <Route path="/dashboard">
      <Screen />
    </Route>
  </QueryClientProvider>,
);
