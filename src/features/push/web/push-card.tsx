/** Turns push notifications on this device on or off; they are offered only here. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { push } from '#features/push/contract.ts';
import { messageOf } from '#web/errors.ts';
import { query, useCall } from '#web/query.ts';
import { InlineAlert } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { askDevice, canBeTold, leaveDevice, leaveWords } from './device.ts';

export function PushCard() {
  const answer = useQuery(query(push.get, {}));
  return (
    <Card className="grid gap-4" aria-labelledby="push">
      <h2 id="push">{t`Messages on this device`}</h2>
      <p className="sub">
        <Trans>
          This is about the person who is signed in, and it does leave the browser: its maker passes
          the message on, encrypted. It says only that something waits, never what, whose or how
          much.
        </Trans>
      </p>
      {canBeTold() ? (
        <Loaded answer={answer} label={t`Looking whether this device is told`} height="5rem">
          {(state) => <Choice {...state} />}
        </Loaded>
      ) : (
        <p>{t`This browser passes no messages on. On an iPhone or iPad, put Satling on the home screen first.`}</p>
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
    if (!address) return setProblem(t`Your browser said no. Its settings for this page decide.`);
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
        label={t`Tell this device`}
        hint={
          <Trans>
            When somebody asks you or answers you, and on pay days. Children are told nothing
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
  waits: t`Something waits for your answer.`,
  answered: t`Your question was answered.`,
  'pay-day': t`It is pay day.`,
});
