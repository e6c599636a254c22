/**
 * Sends a connection entered by a parent. If the family's wallet is encrypted, this browser checks
 * the connection first; one that can pay, or can't be checked, is never sent (decision 80).
 */
import { t } from '@lingui/core/macro';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ConnectionType,
  lightning,
  type Purpose,
} from '#features/money/lightning/connections/contract.ts';
import { vault } from '#features/money/vault/contract.ts';
import { messageOf } from '#web/errors.ts';
import { useFormCall } from '#web/form-call.ts';
import { query } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import { askConnection } from '#web/vault/vault.ts';
import { isAddress } from './address-errors.ts';
import { whyNotSentText } from './into-vault.tsx';

type Typed = { type: ConnectionType; purpose: Purpose; token: string; withoutBudget: boolean };

export function useConnect(failedTitle: string, onDone: () => void) {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const call = useFormCall(lightning.connect, {
    failed: t`Connection failed`,
    toasts: {
      done: ({ provider }) => ({ title: t`Lightning wallet connected!`, description: provider }),
      failed: (description) => ({ title: failedTitle, description }),
    },
    onDone,
  });
  const submit = async (typed: Typed) => {
    setAsking(true);
    const description = await whyNotSent(queries, typed).catch((error: unknown) =>
      messageOf(error, t`Connection failed`),
    );
    setAsking(false);
    if (description === undefined) return call.submit(typed);
    call.refuse({ token: description });
    toast({ title: t`Connection failed`, description, destructive: true, inline: true });
  };
  return { errors: call.errors, busy: isAsking || call.busy, submit };
}

/** Rechecks whether the wallet is encrypted: the other parent may have just done it. */
const FRESH = { staleTime: 0 };

async function whyNotSent(
  queries: QueryClient,
  { type, purpose, token }: Typed,
): Promise<string | undefined> {
  const mode = await queries.fetchQuery({ ...query(vault.preferences, {}), ...FRESH });
  if (!mode.prefersEncryption || token.trim() === '') return undefined;
  if (type === 'address')
    return isAddress(token) ? undefined : t`This is no Lightning address, so it was not sent.`;
  if (purpose === 'spend') return whyNotSentText('pays');
  if (type !== 'nwc') return whyNotSentText('cannot-be-asked');
  const { network } = await queries.fetchQuery({ ...query(vault.config, {}), ...FRESH });
  const answer = await askConnection({ connection: token, network });
  if ('canPay' in answer)
    return answer.canPay
      ? t`This connection can pay, so it was not sent. Make one in your wallet that only receives.`
      : undefined;
  return answer.failed === 'BAD_CONNECTION'
    ? t`This does not look like a connection string, so it was not sent. Was it copied whole?`
    : t`Your browser could not ask the wallet whether this connection can pay, so it was not sent. It reaches only the wallet that pays from your encrypted wallet. Connect that one first, or use a Lightning address.`;
}
