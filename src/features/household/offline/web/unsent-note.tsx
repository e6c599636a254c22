/** Unsent calls, one per line, each to send or discard. */
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { satsOf } from '#web/amounts.ts';
import { messageOf } from '#web/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import type { Unsent } from './state.ts';
import { ADD, ASK_GOAL, dropUnsent, type Outcome, sendUnsent } from './unsent.ts';

export function UnsentNote({ unsent, online }: { unsent: readonly Unsent[]; online: boolean }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const send = async () => {
    setBusy(true);
    try {
      const words = {
        tooOld: t`It waited longer than a day.`,
        notHere: t`The person who asked is no longer signed in here.`,
      };
      setSaid(outcomeText(await sendUnsent(queries, words)));
    } catch (error) {
      setSaid(messageOf(error, t`It could not be sent just now. Nothing is lost.`));
    } finally {
      setBusy(false);
    }
  };
  if (unsent.length === 0 && said === undefined) return null;
  if (unsent.length === 0)
    return (
      <Banner
        tone="done"
        announce="polite"
        action={<Button look="alt" small onClick={() => setSaid(undefined)}>{t`Close`}</Button>}
      >
        {said}
      </Banner>
    );
  return (
    <Banner
      announce="polite"
      title={plural(unsent.length, {
        one: '# request is waiting to be sent',
        other: '# requests are waiting to be sent',
      })}
    >
      <ul className="notes-unsent">
        {unsent.map((one) => (
          <li key={one.key}>{lineText(one)}</li>
        ))}
      </ul>
      {said !== undefined && <p>{said}</p>}
      {online ? (
        <div className="form-actions">
          <Button small busy={busy} onClick={() => void send()}>{t`Send`}</Button>
          <Button look="alt" small disabled={busy} onClick={dropUnsent}>{t`Do not send`}</Button>
        </div>
      ) : (
        <p>{t`When you are back, you are asked before it is sent.`}</p>
      )}
    </Banner>
  );
}

function lineText({ name, input }: Unsent): string {
  const { reason = '', description = '', percentage = '', amount = '0', type } = input;
  if (name === ASK_GOAL) return t`Put ${percentage}% aside for a goal: “${reason}”`;
  const sats = satsWithValue(satsOf(amount));
  if (name !== ADD) return t`Ask for ${sats}: “${reason}”`;
  return type === 'spending'
    ? t`Spent ${sats}: “${description}”`
    : t`Earned ${sats}: “${description}”`;
}

function outcomeText({ sent, refused }: Outcome): string {
  const count = plural(sent, { one: '# was sent.', other: '# were sent.' });
  return [sent > 0 ? count : '', ...refused.map((why) => t`Not sent: ${why}`)]
    .filter((text) => text !== '')
    .join(' ');
}
