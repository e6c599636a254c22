/** The privacy panel's two downloads: every entry as CSV, everything as JSON. */
import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { privacy } from '#features/book/privacy/contract.ts';
import { backupName, exportName } from '#features/book/privacy/rules.ts';
import { callApi } from '#web/api.ts';
import { saveFile, todayHere } from '#web/download.ts';
import { messageOf } from '#web/errors.ts';
import { toast } from '#web/ui/toast-store.ts';

/** Every entry as a dated CSV file. `onDone` is called once it has been handed over. */
export function useBackup(onDone?: () => void) {
  return useMutation({
    mutationFn: async () => {
      const text = await callApi(privacy.backup, {});
      saveFile(backupName(todayHere()), 'text/csv;charset=utf-8', text);
    },
    onSuccess: () => {
      toast({
        title: t`Backup Downloaded`,
        description: t`The file holds every entry in your book.`,
      });
      onDone?.();
    },
    onError: (error) => {
      const title = t`Backup Failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}

/** All stored data of the family, as a dated JSON file. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const text = await callApi(privacy.exportFamily, {});
      saveFile(exportName(todayHere()), 'application/json', text);
    },
    onSuccess: () => {
      toast({
        title: t`Data Exported`,
        description: t`The file holds everything kept about your family.`,
      });
    },
    onError: (error) => {
      const title = t`Export Failed`;
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
