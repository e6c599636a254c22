/** The shared toast for every sent sign-in link. */
import { t } from '@lingui/core/macro';
import { toast } from '#web/ui/toast-store.ts';

export function linkSentToast(): void {
  toast({
    title: t`Check your email`,
    description: t`We've sent you a magic link to login.`,
  });
}
