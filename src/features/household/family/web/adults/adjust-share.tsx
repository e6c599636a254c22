/** The dialog for splitting the parents' part between two adults. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { family } from '#features/household/family/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form } from '#web/ui/form.tsx';
import { SliderField } from '#web/ui/slider-field.tsx';

interface AdjustShareProps {
  share: number;
  /** The adult with this share. */
  name: string;
  onClose: () => void;
}

export function AdjustShare({ share, name, onClose }: AdjustShareProps) {
  const formId = useId();
  const [spouseShare, setShare] = useState(share);
  const adjust = useAdjust(onClose);
  const rest = Number.isInteger(spouseShare) ? 100 - spouseShare : undefined;
  return (
    <Dialog
      title={t`Adjust Net Worth`}
      description={
        <Trans>
          What the parents gave to goals is counted in two parts. No money moves, and no book is
          hidden.
        </Trans>
      }
      onClose={onClose}
      actions={
        <>
          <Button look="alt" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} busy={adjust.busy}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} errors={adjust.errors} onSubmit={() => adjust.submit({ spouseShare })}>
        <SliderField
          name="spouseShare"
          label={t`${name}’s share`}
          {...(rest !== undefined && { hint: t`The other parent's share is then ${rest}%.` })}
          value={spouseShare}
          onChange={setShare}
        />
      </Form>
    </Dialog>
  );
}

function useAdjust(onDone: () => void) {
  const title = t`Update Failed`;
  return useFormCall(family.adjustShare, {
    failed: title,
    toasts: {
      done: ({ netWorthShare }) => ({
        title: t`Saved`,
        description: t`The spouse's share is ${netWorthShare}% now.`,
      }),
      failed: (description) => ({ title, description }),
    },
    onDone,
  });
}
