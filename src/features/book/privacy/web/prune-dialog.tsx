/**
 * Asks for confirmation before deleting old entries. Of the three buttons, the safe one has the
 * focus.
 */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type Pruned, privacy } from '#features/book/privacy/contract.ts';
import type { Months } from '#features/book/privacy/rules.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useBackup } from './downloads.ts';

interface PruneDialogProps {
  months: Months;
  onClose: () => void;
  onDone: (pruned: Pruned) => void;
}

export function PruneDialog({ months, onClose, onDone }: PruneDialogProps) {
  const prune = usePrune((pruned) => {
    onDone(pruned);
    onClose();
  });
  const remove = () => prune.run({ months });
  const backup = useBackup(remove);
  const busy = prune.isPending || backup.isPending;
  const failure =
    (backup.error && messageOf(backup.error, t`Backup Failed`)) ??
    (prune.error && messageOf(prune.error, t`Pruning Failed`));
  return (
    <Dialog
      role="alertdialog"
      title={t`Delete old data?`}
      onClose={onClose}
      description={
        <Trans>
          Entries older than {months} months are removed for good. Balances and goals stay as they
          are: what the old entries added up to is carried forward.
        </Trans>
      }
      actions={
        <>
          <Button look="alt" data-autofocus onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button busy={busy && !prune.isPending} disabled={busy} onClick={() => backup.mutate()}>
            {t`Download & Delete`}
          </Button>
          <Button look="danger" busy={prune.isPending} disabled={busy} onClick={remove}>
            {t`Delete Without Backup`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          <Trans>
            “Download & Delete” saves every entry to a file on this device first. You can import it
            later as history.
          </Trans>
        </p>
        <p className="sub">
          <Trans>
            Entries from the last 24 hours stay, and so does anything still waiting for an answer or
            a payment. Every parent in the family gets an e-mail.
          </Trans>
        </p>
        {failure && <InlineAlert>{failure}</InlineAlert>}
      </div>
    </Dialog>
  );
}

function usePrune(onDone: (pruned: Pruned) => void) {
  return useCall(privacy.prune, {
    onDone: (pruned) => {
      toast({
        title: t`Data Pruned Successfully`,
        description: t`Deleted ${pruned.deletedCount} old transactions`,
      });
      onDone(pruned);
    },
    onFail: (error) => {
      const title = t`Pruning Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}
