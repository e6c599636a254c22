/**
 * Opens "Is it still you?" above the current screen. It has its own React root and cache, so the
 * form below stays untouched. Calls refused at the same time share one dialog.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { newQueryClient } from '#web/query.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

let asked: Promise<boolean> | undefined;

/** Resolves to whether the person confirmed. */
export function askStepUp(): Promise<boolean> {
  asked ??= show().finally(() => {
    asked = undefined;
  });
  return asked;
}

const show = () =>
  new Promise<boolean>((resolve) => {
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    const close = (confirmed: boolean) => {
      root.unmount();
      place.remove();
      resolve(confirmed);
    };
    root.render(
      <MessagesProvider>
        <QueryClientProvider client={newQueryClient()}>
          <StepUpDialog onDone={() => close(true)} onClose={() => close(false)} />
        </QueryClientProvider>
      </MessagesProvider>,
    );
  });
