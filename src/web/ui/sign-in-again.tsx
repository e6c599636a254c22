/** Asks for a fresh sign-in before an action that a borrowed session must not do. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { messageOf } from '#web/errors.ts';
import { Banner, InlineAlert } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface SignInAgainProps {
  /** What needs it, where the link leads, and what to do next. */
  children: ReactNode;
  /** The call that sends the link; `send` presses it. */
  link: { isPending: boolean; isSuccess: boolean; error: unknown };
  send: () => void;
  onClose: () => void;
}

export function SignInAgain({ children, link, send, onClose }: SignInAgainProps) {
  return (
    <Dialog
      title={t`First, is it you?`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" data-autofocus onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={link.isPending} onClick={send}>
            {link.isSuccess ? t`Send another link` : t`Send me a link`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>{children}</p>
        {link.isSuccess && (
          <Banner tone="done" announce="polite">
            {t`The link is on its way.`}
          </Banner>
        )}
        {Boolean(link.error) && (
          <InlineAlert>{messageOf(link.error, t`Failed to send magic link`)}</InlineAlert>
        )}
      </div>
    </Dialog>
  );
}
