/** Draws the wizard in its place on a public page, for a signed-in person. */
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { WalletWizard } from './wallet-wizard.tsx';
import './island.css';

/** @param onSignedOut called once the sign-in has ended: the page says so, as to a visitor */
export function drawWizard(place: HTMLElement, onSignedOut: () => void): void {
  const root = createRoot(place);
  const leave = () => {
    root.unmount();
    onSignedOut();
  };
  root.render(
    <StrictMode>
      <MessagesProvider>
        <QueryClientProvider client={newQueryClient()}>
          <WalletWizard onSignedOut={leave} />
          <Toaster />
        </QueryClientProvider>
      </MessagesProvider>
    </StrictMode>,
  );
}
