/** Copies a text and confirms it in a toast. */
import { t } from '@lingui/core/macro';
import { toast } from './toast-store.ts';

export async function copyText(text: string, copied = t`Copied!`): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: copied });
  } catch {
    const description = t`Could not copy to clipboard`;
    toast({ title: t`Copy failed`, description, destructive: true });
  }
}
