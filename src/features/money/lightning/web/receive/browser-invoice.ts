/**
 * Invoices from the wallet in the vault: this browser gets one, the server checks and stores it,
 * and while it is on the screen this browser asks the wallet whether it was paid.
 */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import type { ConnectionErrorCode, LookUp } from '#core/lightning/wallet.ts';
import { isOver } from '#features/book/payments/rules.ts';
import { MOST_SATS } from '#features/money/lightning/connections/contract.ts';
import {
  ABOUT,
  bringing,
  type ChildInvoice,
  EXPIRY_SECONDS,
} from '#features/money/lightning/receiving/contract.ts';
import { askAgainMs } from '#features/money/lightning/receiving/rules.ts';
import { useFormCall } from '#web/form-call.ts';
import { useCall } from '#web/query.ts';
import { lookUpFromVault, makeInvoiceFromVault, useOpenWallet } from '#web/vault/vault.ts';
import type { InvoiceDraft } from './invoice-fields.tsx';

export function useInvoiceFromVault(childId: string, onMade: (made: ChildInvoice) => void) {
  const [isAsking, setAsking] = useState(false);
  const keep = useFormCall(bringing.keep, {
    failed: t`Failed to create Lightning invoice`,
    toasts: {
      done: () => ({ title: t`Invoice Created` }),
      failed: () => ({ title: t`Error`, description: t`Failed to create Lightning invoice` }),
    },
    fields: ['amount', 'description'],
    onDone: onMade,
  });
  const submit = async ({ amount: { sats }, description, typed }: InvoiceDraft) => {
    // The form's own checks refuse it, without a call to the wallet.
    if (!sats || sats > MOST_SATS) return keep.submit({ childId, ...typed, invoice: '' });
    setAsking(true);
    const made = await invoiceOf(typed.amount, description || ABOUT);
    setAsking(false);
    if ('failed' in made) keep.refuse({ form: failureOf(made.failed) });
    else keep.submit({ childId, ...typed, invoice: made.invoice });
  };
  return { errors: keep.errors, isBusy: isAsking || keep.busy, submit };
}

async function invoiceOf(
  amount: string,
  description: string,
): Promise<{ invoice: string } | { failed: ConnectionErrorCode }> {
  try {
    return await makeInvoiceFromVault({ amount, description, expirySeconds: EXPIRY_SECONDS });
  } catch {
    // The vault was locked: an invoice that was never shown does no harm.
    return { failed: 'UNREACHABLE' };
  }
}

const failureOf = (code: ConnectionErrorCode): string =>
  code === 'NOT_OFFERED'
    ? t`This connection may not make invoices. Allow it in your wallet, or connect one that only receives.`
    : t`Your wallet gave no invoice. Is it open and online?`;

/** The wallet's latest answer; undefined while it isn't queried. */
export type Asked = 'waits' | 'paid' | 'silent';

/**
 * Queries the wallet about one invoice while it is open here and there: until the server knows that
 * it was paid or, by the wallet's word, can no longer be.
 */
export function useAskWallet({ paymentHash, amount, state, expiresAt }: ChildInvoice) {
  const canAsk = useOpenWallet()?.canPay === true;
  const [shownAt] = useState(Date.now);
  // Reported once: each report refetches the whole screen, including this query.
  const reported = useRef<Outcome>(undefined);
  const tell = useCall(bringing.tell, {
    onFail: () => {
      reported.current = undefined;
    },
  });
  const { data } = useQuery({
    queryKey: ['invoice-in-vault', paymentHash],
    enabled: canAsk && state === 'open',
    queryFn: async (): Promise<Asked> => {
      const found = await lookUpFromVault({ direction: 'in', paymentHash, amount });
      const outcome = outcomeOf(found, expiresAt);
      if (outcome !== undefined && reported.current !== outcome) {
        reported.current = outcome;
        const preimage = found.state === 'settled' ? { preimage: found.preimage ?? '' } : {};
        tell.run({ paymentHash, outcome, ...preimage });
      }
      if (found.state === 'unknown' || found.state === 'failed') return 'silent';
      return found.state === 'settled' ? 'paid' : 'waits';
    },
    refetchInterval: () => askAgainMs(Date.now() - shownAt),
    staleTime: 0,
    retry: false,
  });
  return { canAsk, asked: data };
}

type Outcome = Input<typeof bringing.tell>['outcome'];

/** Undefined while it may still be paid. Which wallet answered only matters for "not found". */
function outcomeOf(found: LookUp, expiresAt: string): Outcome | undefined {
  if (found.state === 'settled') return 'paid';
  const made = { expiresAt: new Date(expiresAt), connectionId: null };
  return isOver(made, found, { by: undefined, now: new Date() }) ? 'unpaid' : undefined;
}
