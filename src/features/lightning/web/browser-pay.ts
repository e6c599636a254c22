/** A payment from this browser: it is taken, the vault's worker pays, and the server is told. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Input, Output } from '#contract/endpoint.ts';
import type { LookUp, PayOutcome, Settled } from '#core/lightning/wallet.ts';
import { handing, type PaymentRecord } from '#features/lightning/paying/contract.ts';
import { AppError, messageOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import {
  lockVault,
  lookUpFromVault,
  payFromVault,
  payingVersion,
  useOpenWallet,
} from '#web/vault/vault.ts';
import { resultToast } from './result-toast.ts';

type Told = Omit<Input<typeof handing.tell>, 'id'>;

/** Until somebody learns more, the payment stays unknown: it may have been made. */
const UNKNOWN: Told = { outcome: 'unknown', reason: 'no-answer' };

/**
 * `canPay`: the vault is open in this tab and can pay. `pay` takes a payment that waits; another
 * tab that was quicker is said. A vault that was changed since it was opened pays nothing: it may
 * hold a connection that the family has replaced.
 * @param onTold the server knows what the wallet has answered
 */
export function useBrowserPay(onTold?: (payment: PaymentRecord) => void) {
  const wallet = useOpenWallet();
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<string>();
  const fail = (error: unknown) => {
    setPaying(false);
    setFailure(messageOf(error, t`Failed to process Lightning payment`));
  };
  const tell = useCall(handing.tell, {
    onDone: (payment) => {
      setPaying(false);
      toast(resultToast(payment));
      onTold?.(payment);
    },
    onFail: fail,
  });
  const take = useCall(handing.take, {
    doneFirst: true,
    onDone: (taken, { id }) => void payTaken(taken).then((told) => tell.run({ id, ...told })),
    onFail: (error) => {
      if (!isOld(error)) return fail(error);
      setPaying(false);
      lockVault();
      const description = changedText();
      setFailure(description);
      // What has asked for it may be gone from the screen.
      toast({ title: t`Your wallet is locked`, description, destructive: true });
    },
  });
  return {
    canPay: wallet?.canPay === true,
    isPaying,
    failure,
    /** What was learnt last. */
    told: tell.data,
    ask: (payment: PaymentRecord) => {
      setFailure(undefined);
      setPaying(true);
      const version = payingVersion() ?? null;
      void lookedUp(payment).then((told) => tell.run({ id: payment.id, version, ...told }));
    },
    pay: ({ id }: Pick<PaymentRecord, 'id'>) => {
      const version = payingVersion();
      setFailure(version === undefined ? t`Your wallet is locked` : undefined);
      if (version === undefined) return;
      setPaying(true);
      take.run({ id, version });
    },
  };
}

const isOld = (error: unknown) =>
  error instanceof AppError && error.why?.reason === 'VAULT_CHANGED';

const changedText = () =>
  t`The wallet was changed meanwhile, perhaps by the other parent. Nothing was paid. Unlock it again, and then pay.`;

async function payTaken(taken: Output<typeof handing.take>): Promise<Told> {
  try {
    return toldOf(await payFromVault(taken));
  } catch {
    // Locked meanwhile, or the worker has failed: nobody knows how far it came.
    return UNKNOWN;
  }
}

async function lookedUp({ paymentHash, amount }: PaymentRecord): Promise<Told> {
  try {
    return foundOf(await lookUpFromVault({ direction: 'out', paymentHash, amount }));
  } catch {
    return UNKNOWN;
  }
}

const toldOf = (said: PayOutcome): Told =>
  said.outcome === 'paid' ? paidAs(said) : { outcome: said.outcome, reason: said.reason };

/** The wallet's record of a failure is its word, as its answer was. */
function foundOf(found: LookUp): Told {
  if (found.state === 'settled') return paidAs(found);
  if (found.state === 'failed') return { outcome: 'refused', reason: 'said-failed' };
  return { outcome: 'unknown', reason: found.state === 'unknown' ? found.reason : 'no-answer' };
}

const paidAs = ({ preimage = '', feeSats }: Pick<Settled, 'preimage' | 'feeSats'>): Told => ({
  outcome: 'paid',
  preimage,
  fee: feeSats === undefined ? null : String(feeSats),
});
