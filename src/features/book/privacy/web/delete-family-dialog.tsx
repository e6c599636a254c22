/** Deletes the family: first the typed word, then 72 hours to reconsider. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { privacy } from '#features/book/privacy/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

/** The word to type, the same in every language. */
const WORD = 'DELETE';

export function DeleteFamilyDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const ask = useAsk(onClose);
  const press = () => {
    const right = typed.trim() === WORD;
    setMissing(!right);
    if (right) ask.run({});
  };
  return (
    <Dialog
      role="alertdialog"
      title={t`Delete the whole family?`}
      onClose={onClose}
      actions={
        <>
          <Button look="alt" data-autofocus onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button look="danger" busy={ask.isPending} onClick={press}>
            {t`Delete in 72 hours`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          <Trans>
            In 72 hours, everything kept about your family is erased: every book, entry, goal, name
            and address, including those of the other parent and of children who sign in. Every
            parent gets an e-mail and can keep the family until then.
          </Trans>
        </p>
        <p className="sub">
          <Trans>
            Your bitcoin is not touched: Satling never held it. Export everything first if you may
            want to look something up.
          </Trans>
        </p>
        <TextField
          name="word"
          label={t`Type ${WORD} to go on`}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          error={missing ? t`Please type ${WORD}` : undefined}
        />
        {ask.error && <InlineAlert>{messageOf(ask.error, t`Update Failed`)}</InlineAlert>}
      </div>
    </Dialog>
  );
}

function useAsk(close: () => void) {
  return useCall(privacy.deleteFamily, {
    onDone: () => {
      close();
      toast({
        title: t`Family will be deleted`,
        description: t`Every parent can keep it for 72 hours.`,
      });
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      toast({ title, description: messageOf(error, title), destructive: true, inline: true });
    },
  });
}
