/** Turns push notifications on or off for this device; they are offered only here. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { push } from '#features/notices/push/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { askDevice, canReceivePush, leaveDevice, leaveWords } from './device.ts';

export function PushCard() {
  const answer = useQuery(query(push.get, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="push">
      <h2 id="push">{t`Notifications on this device`}</h2>
      <p className="sub">
        <Trans>
          This applies to the person who is signed in, and it does leave the browser: its maker’s
          service delivers the notification, encrypted. It says only that something is waiting,
          never what, whose or how much.
        </Trans>
      </p>
      {canReceivePush() ? (
        <Loaded answer={answer} label={t`Checking this device’s notifications`} height="5rem">
          {(state) => <Choice {...state} />}
        </Loaded>
      ) : (
        <p>{t`This browser can’t show notifications. On an iPhone or iPad, add Satling to the home screen first.`}</p>
      )}
    </Card>
  );
}

function Choice({ subscribed, publicKey }: { subscribed: boolean; publicKey: string }) {
  const [problem, setProblem] = useState<string>();
  const onFail = (error: unknown) => setProblem(messageOf(error, t`Update Failed`));
  const on = useCall(push.subscribe, { onFail });
  const off = useCall(push.unsubscribe, { onFail });
  const turnOn = async () => {
    const address = await askDevice(publicKey).catch(() => undefined);
    if (!address)
      return setProblem(
        t`Your browser blocks notifications. You can change that in its settings for this page.`,
      );
    await leaveWords(words());
    return on.run(address);
  };
  const turnOff = async () => {
    off.run({});
    await leaveDevice();
  };
  return (
    <>
      <Switch
        label={t`Turn on notifications`}
        hint={
          <Trans>
            When someone asks you for something or answers you, and on pay days. Children get none
            between 20:00 and 8:00.
          </Trans>
        }
        checked={subscribed}
        disabled={on.isPending || off.isPending}
        onChange={(wanted) => {
          setProblem(undefined);
          void (wanted ? turnOn() : turnOff());
        }}
      />
      {problem !== undefined && <InlineAlert>{problem}</InlineAlert>}
    </>
  );
}

const words = () => ({
  waits: t`Something is waiting for your answer.`,
  answered: t`Your request was answered.`,
  'pay-day': t`It is pay day.`,
  money: t`Something about your family’s money has changed.`,
  people: t`There’s news about your family’s account.`,
});
