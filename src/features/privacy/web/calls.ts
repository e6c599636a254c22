/** The calls of the privacy panel, and its two downloads. */
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { auth } from '#features/auth/contract.ts';
import { privacy } from '#features/privacy/contract.ts';
import { backupName, exportName } from '#features/privacy/rules.ts';
import { client } from '#web/api.ts';
import { saveFile, todayHere } from '#web/download.ts';
import { messageOf } from '#web/errors.ts';
import { toast } from '#web/ui/toast-store.ts';

export const authCalls = client(auth);
export const privacyCalls = client(privacy);

/** Everything that shows entries, or how many there are. */
export const ENTRIES = ['/api/transactions', '/api/children'];

/** Every entry as a dated CSV file. `onDone` is called when it has been handed over. */
export function useBackup(onDone?: () => void) {
  return useMutation({
    mutationFn: async () => {
      const text = await privacyCalls.backup({});
      saveFile(backupName(todayHere()), 'text/csv;charset=utf-8', text);
    },
    onSuccess: () => {
      toast({
        title: t`Backup Downloaded`,
        description: t`Every entry of your book is in the file.`,
      });
      onDone?.();
    },
    onError: (error) => {
      const title = t`Backup Failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}

/** Everything that is kept of the family, as a dated JSON file. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const text = await privacyCalls.exportFamily({});
      saveFile(exportName(todayHere()), 'application/json', text);
    },
    onSuccess: () => {
      toast({
        title: t`Data Exported`,
        description: t`Everything that is kept of your family is in the file.`,
      });
    },
    onError: (error) => {
      const title = t`Export Failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
