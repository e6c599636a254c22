/** A child's Lightning address: the child shows it, adults turn it on and off. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type GiftAddress, gifts } from '#features/money/lightning/gifts/contract.ts';
import { useFormCall } from '#web/form-call.ts';
import { query, useCall } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { CallFailure } from '#web/ui/call-failure.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Form } from '#web/ui/form.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { GiftAnswers } from './gift-answers.tsx';

type AddressPanelProps = { child: { id: string; name: string }; isChild: boolean };

export function AddressPanel({ child, isChild }: AddressPanelProps) {
  const answer = useQuery(query(gifts.address, { id: child.id }));
  return (
    <Loaded answer={answer} label={t`Opening the address`} height="16rem">
      {(found) => (
        <div className="grid gap-4">
          {found.address !== null && <Shown found={found} child={child} isChild={isChild} />}
          {found.address === null && isChild && (
            <p>{t`You have no Lightning address yet. Ask a parent to turn it on.`}</p>
          )}
          {!isChild && <Manage found={found} child={child} />}
          {!isChild && <GiftAnswers childId={child.id} />}
        </div>
      )}
    </Loaded>
  );
}

function Shown({ found, child, isChild }: AddressPanelProps & { found: GiftAddress }) {
  const address = found.address ?? '';
  const [name = ''] = address.split('@');
  return (
    <>
      <p>
        {isChild
          ? t`Whoever has this address can send you sats from any Lightning wallet. Your parents then say what they are for.`
          : t`Whoever has this address can send ${child.name} sats from any Lightning wallet. Nothing is written down before you have said what they are for.`}
      </p>
      <QrCode text={`lightning:${found.lnurl ?? ''}`} label={t`QR code of the address`} />
      <p className="mono break-words">
        {name}
        <wbr />
        {address.slice(name.length)}
      </p>
      <div className="form-actions">
        <CopyButton text={address} label={t`Copy the address`} />
      </div>
    </>
  );
}

function Manage({ found, child }: { found: GiftAddress; child: { id: string; name: string } }) {
  if (found.obstacle === 'not-public')
    return (
      <p className="sub">
        {t`A Lightning address here needs a public web address over https, and this server has none.`}
      </p>
    );
  if (found.obstacle === 'no-receiving')
    return (
      <p className="sub">
        {t`A Lightning address needs a connected wallet that only receives, under Connect Lightning.`}
      </p>
    );
  return (
    <>
      {found.address === null && (
        <p>
          {t`Turn on a Lightning address, and grandparents and friends can send ${child.name} sats from any wallet. You are asked each time what they are for. It is off until you turn it on.`}
        </p>
      )}
      <NewAddress id={child.id} isOn={found.address !== null} />
      {found.address !== null && <TurnOff id={child.id} />}
    </>
  );
}

function NewAddress({ id, isOn }: { id: string; isOn: boolean }) {
  const [word, setWord] = useState('');
  const call = useFormCall(gifts.turnOn, {
    failed: t`The address could not be turned on just now.`,
    toasts: { done: () => ({ title: isOn ? t`New address made` : t`Address turned on` }) },
    onDone: () => setWord(''),
  });
  return (
    <Form
      onSubmit={() => call.submit({ id, word: word.trim().toLowerCase() })}
      errors={call.errors}
      actions={
        <Button type="submit" look={isOn ? 'alt' : 'primary'} busy={call.busy}>
          {isOn ? t`Make a new address` : t`Turn the address on`}
        </Button>
      }
    >
      <TextField
        name="word"
        label={t`A word before the random letters (optional)`}
        hint={
          isOn
            ? t`The old address ends at once. Whoever pays reads the word: leave names out.`
            : t`Such as bike. Whoever pays reads it: leave names out.`
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={word}
        onChange={setWord}
      />
    </Form>
  );
}

function TurnOff({ id }: { id: string }) {
  const [asks, ask] = useState(false);
  const call = useCall(gifts.turnOff, {
    onDone: () => ask(false),
    onFail: () => ask(false),
  });
  return (
    <>
      <div className="form-actions">
        <Button look="quiet" onClick={() => ask(true)}>{t`Turn the address off`}</Button>
      </div>
      <CallFailure error={call.error} fallback={t`This could not be saved just now.`} />
      <ConfirmDialog
        open={asks}
        title={t`Turn this address off?`}
        confirmLabel={t`Turn it off`}
        busy={call.isPending}
        onConfirm={() => call.run({ id })}
        onCancel={() => ask(false)}
      >
        {t`Nobody can pay to it any more, and it does not come back: turning it on makes a new one.`}
      </ConfirmDialog>
    </>
  );
}
