/** The one message for every sign-in link that was sent. */
import { t } from '@lingui/core/macro';
import { toast } from '#web/ui/toast-store.ts';

export function linkSentToast(): void {
  toast({
    title: t`Check your email`,
    description: t`We've sent you a magic link to login.`,
  });
}
