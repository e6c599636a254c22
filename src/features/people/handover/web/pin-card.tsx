/** The person's own PIN for taking a tablet back: its status, setting and changing it. */

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { handover } from '#features/people/handover/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PinField } from './pin-field.tsx';

export function PinCard() {
  const pin = useQuery(query(handover.pin, {}));
  const [changes, setChanges] = useState(false);
  return (
    <Card className="grid gap-4" aria-labelledby="own-pin">
      <h2 id="own-pin">{t`PIN for a shared tablet`}</h2>
      <p className="sub">
        <Trans>
          Hand a tablet over to a child and it shows that child's book only. With this PIN you take
          it back.
        </Trans>
      </p>
      <Loaded answer={pin} label={t`Looking for your PIN`} height="3rem">
        {({ isSet }) =>
          changes ? (
            <ChangePin isSet={isSet} onClose={() => setChanges(false)} />
          ) : (
            <div className="spread gap-3">
              <p>{isSet ? t`Your PIN is set.` : t`You have no PIN yet.`}</p>
              <Button look="alt" small onClick={() => setChanges(true)}>
                {isSet ? t`Change PIN` : t`Set PIN`}
              </Button>
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

/** A person who forgot the old PIN proves their identity by mail, as for every such call. */
function ChangePin({ isSet, onClose }: { isSet: boolean; onClose: () => void }) {
  const [pin, setPin] = useState('');
  const [oldPin, setOldPin] = useState('');
  const [forgotten, setForgotten] = useState(false);
  const asksOld = isSet && !forgotten;
  const title = t`Update Failed`;
  const save = useFormCall(handover.setPin, {
    failed: title,
    toasts: {
      done: () => ({ title: t`Saved`, description: t`Your PIN is set.` }),
      failed: (description) => ({ title, description }),
    },
    onDone: onClose,
  });
  return (
    <Form
      errors={save.errors}
      onSubmit={() =>
        save.submit({
          pin,
          ...(asksOld && { oldPin }),
          ...(isSet && forgotten && { forgotten: true }),
        })
      }
      actions={
        <>
          <Button type="submit" busy={save.busy}>{t`Save`}</Button>
          <Button look="quiet" onClick={onClose}>{t`Cancel`}</Button>
        </>
      }
    >
      {asksOld && (
        <>
          <PinField name="oldPin" label={t`Old PIN`} value={oldPin} onChange={setOldPin} />
          <Button
            look="quiet"
            small
            className="justify-self-start"
            onClick={() => setForgotten(true)}
          >
            {t`I have forgotten it`}
          </Button>
        </>
      )}
      <PinField
        isNew
        label={t`New PIN`}
        hint={t`4 to 8 digits that your children do not know.`}
        value={pin}
        onChange={setPin}
      />
    </Form>
  );
}
