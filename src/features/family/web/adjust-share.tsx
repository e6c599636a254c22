/** The dialog in which two adults say how what is the parents' is counted between them. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { family } from '#features/family/contract.ts';
import { messageOf } from '#web/errors.ts';
import { checkInput, failedCall } from '#web/form-errors.ts';
import { useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Form, type FormErrors } from '#web/ui/form.tsx';
import { SliderField } from '#web/ui/slider-field.tsx';
import { toast } from '#web/ui/toast-store.ts';

interface AdjustShareProps {
  share: number;
  /** Whose share it is. */
  name: string;
  onClose: () => void;
}

export function AdjustShare({ share, name, onClose }: AdjustShareProps) {
  const formId = useId();
  const [spouseShare, setShare] = useState(share);
  const [errors, setErrors] = useState<FormErrors>();
  const adjust = useAdjust(setErrors, onClose);
  const submit = () => {
    const wrong = checkInput(family.adjustShare.input, { spouseShare });
    setErrors(wrong);
    if (!wrong) adjust.run({ spouseShare });
  };
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
          <Button type="submit" form={formId} busy={adjust.isPending}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id={formId} errors={errors} onSubmit={submit}>
        <SliderField
          name="spouseShare"
          label={t`Share of ${name}`}
          {...(rest !== undefined && { hint: t`The other parent's share is then ${rest}%.` })}
          value={spouseShare}
          onChange={setShare}
        />
      </Form>
    </Dialog>
  );
}

function useAdjust(setErrors: (errors: FormErrors) => void, onDone: () => void) {
  return useCall(family.adjustShare, {
    onDone: ({ netWorthShare }) => {
      toast({ title: t`Saved`, description: t`The spouse's share is ${netWorthShare}% now.` });
      onDone();
    },
    onFail: (error) => {
      const title = t`Update Failed`;
      setErrors(failedCall(error, title, ['spouseShare']));
      toast({ title, description: messageOf(error, title), destructive: true });
    },
  });
}
