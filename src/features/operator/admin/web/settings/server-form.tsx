/** Shared by the first questions and the settings page; waits for the restart. */

import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '#web/api.ts';
import { statusOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import type { FieldFrame } from '#web/ui/field.tsx';
import { type ServerSettings, serverSettings } from '../../settings/contract.ts';

type Network = NonNullable<ServerSettings['network']['value']>;
type Signups = ServerSettings['signups']['value'];

interface ChoiceProps<T extends string> extends Pick<FieldFrame, 'error' | 'hint'> {
  value: T | undefined;
  onChange: (value: T) => void;
  isFixed?: boolean;
}

export function NetworkChoice({ value, isFixed = false, ...rest }: ChoiceProps<Network>) {
  const options = [
    { value: 'mainnet' as const, label: t`Real bitcoin` },
    {
      value: 'testnet' as const,
      label: t`Test money to try it`,
      hint: t`Worth nothing. Wallets with real bitcoin are refused.`,
    },
  ];
  const other = value === undefined || options.some((one) => one.value === value) ? [] : [value];
  return (
    <RadioGroup
      {...rest}
      name="network"
      label={t`What kind of bitcoin will this server use?`}
      value={value}
      options={[...options, ...other.map((one) => ({ value: one, label: one }))].map((one) => ({
        ...one,
        disabled: isFixed && one.value !== value,
      }))}
    />
  );
}

export function SignupsChoice({ value, isFixed = false, ...rest }: ChoiceProps<Signups>) {
  return (
    <RadioGroup
      {...rest}
      name="signups"
      label={t`Who can start a family here?`}
      value={value}
      options={[
        {
          value: 'invited' as const,
          label: t`Only people you invite`,
          hint: t`Your spouse and children can always join your own family.`,
        },
        { value: 'open' as const, label: t`Anyone who finds this server` },
        { value: 'closed' as const, label: t`No one new` },
      ].map((one) => ({ ...one, disabled: isFixed && one.value !== value }))}
    />
  );
}

/** Saves, waits until the program has restarted with it, then opens the page. */
export function useSaveSettings(seen: ServerSettings, onBack: () => void) {
  const [isStarting, setStarting] = useState(false);
  const goOn = useEffectEvent(onBack);
  const save = useFormCall(serverSettings.save, {
    failed: t`This could not be saved just now.`,
    onDone: () => setStarting(true),
  });
  useEffect(() => {
    if (!isStarting) return;
    const page = new AbortController();
    void untilStartedAnew(seen.startedAt, page.signal).then(() => {
      if (!page.signal.aborted) goOn();
    });
    return () => page.abort();
  }, [isStarting, seen.startedAt]);
  return { ...save, busy: save.busy || isStarting };
}

const TRIES = 60;
const PAUSE_MS = 500;

/** An invalid sign-in, for example at another address, is also an answer. */
async function untilStartedAnew(before: string, page: AbortSignal): Promise<void> {
  for (let tried = 0; tried < TRIES; tried++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (page.aborted) return;
    const startedAt = await callApi(serverSettings.read, {}).then(
      (answer) => answer.startedAt,
      (error) => ([401, 403].includes(statusOf(error) ?? 0) ? '' : before),
    );
    if (startedAt !== before) return;
  }
}
