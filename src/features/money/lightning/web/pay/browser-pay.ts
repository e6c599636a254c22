/**
 * A payment from this browser: takes it, has the vault's worker pay what the person approved, and
 * reports to the server. The screen shows what the worker saw, never a reply.
 */
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import type { Input, Output } from '#contract/endpoint.ts';
import type { LookUp, PayOutcome, Settled } from '#core/lightning/wallet.ts';
import { handing, type PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import { messageOf, reasonOf } from '#web/errors.ts';
import { useCall } from '#web/query.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { Agreed } from '#web/vault/agreed.ts';
import {
  lockVault,
  lookUpFromVault,
  payFromVault,
  payingVersion,
  useOpenWallet,
} from '#web/vault/vault.ts';
import type { Standing } from '../words.ts';
import { seenToast } from './result-toast.ts';

type TellInput = Omit<Input<typeof handing.tell>, 'id'>;
/** The worker's result, and the report to the server. */
type Seen = { standing: Standing; input: TellInput };

/**
 * `canPay`: the vault is open in this tab and can pay. `agree` records what the person saw when
 * approving, and `withdraw` deletes it; `pay` takes a waiting payment and pays it if it matches the
 * approval, once per approval. A vault that has changed since it was opened pays nothing: it may
 * contain a connection that the family has replaced.
 * @param onReported the server knows the wallet's reply
 */
export function useBrowserPay(onReported?: (seen: Standing) => void) {
  const wallet = useOpenWallet();
  const [isPaying, setPaying] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [seen, see] = useState<Standing>();
  const yes = useRef<Agreed>(undefined);
  const fail = (error: unknown) => stop(messageOf(error, failedText()));
  const stop = (why: string) => {
    setPaying(false);
    setFailure(why);
  };
  const tell = useCall(handing.tell, {
    onDone: (_, { outcome }) => {
      setPaying(false);
      onReported?.(STANDINGS[outcome]);
    },
    onFail: (error, { input }) =>
      input.outcome === 'paid' ? stop(paidButUnreported()) : fail(error),
  });
  const report = (id: string, { standing, input }: Seen) => {
    see(standing);
    toast(seenToast(standing));
    tell.run({ id, ...input });
  };
  const { take, taking } = useTake({ report, fail, stop });
  return {
    canPay: wallet?.canPay === true,
    isPaying,
    failure,
    /** This browser's latest result. */
    seen,
    ask: (payment: PaymentRecord) => {
      setFailure(undefined);
      setPaying(true);
      const version = payingVersion() ?? null;
      void lookedUp(payment).then(({ standing, input }) =>
        report(payment.id, { standing, input: { ...input, version } }),
      );
    },
    agree: (read: Omit<Agreed, 'at'>) => {
      yes.current = { ...read, at: Date.now() };
    },
    withdraw: () => {
      yes.current = undefined;
    },
    pay: ({ id }: Pick<PaymentRecord, 'id'>) => {
      const version = payingVersion();
      const agreed = yes.current;
      yes.current = undefined;
      // The dialog was closed before the reply arrived.
      if (!agreed) return;
      setFailure(version === undefined ? t`Your wallet is locked` : undefined);
      if (version === undefined) return;
      setPaying(true);
      taking.current.set(id, agreed);
      take.run({ id, version });
    },
  };
}

type Outcomes = {
  report: (id: string, seen: Seen) => void;
  fail: (error: unknown) => void;
  stop: (why: string) => void;
};

function useTake({ report, fail, stop }: Outcomes) {
  const taking = useRef(new Map<string, Agreed>());
  const take = useCall(handing.take, {
    doneFirst: true,
    onDone: (taken, { id }) => {
      const agreed = taking.current.get(id);
      taking.current.delete(id);
      if (agreed) void payTaken({ ...taken, agreed }).then((seen) => report(id, seen));
    },
    onFail: (error, { input }) => {
      taking.current.delete(input.id);
      if (!isOld(error)) return fail(error);
      lockVault();
      const description = changedText();
      stop(description);
      // The part of the screen that asked may no longer be there.
      toast({ title: t`Your wallet is locked`, description, destructive: true });
    },
  });
  return { take, taking };
}

const isOld = (error: unknown) => reasonOf(error)?.startsWith('VAULT_CHANGED') === true;

const failedText = () => t`Failed to process Lightning payment`;

const changedText = () =>
  t`The wallet has changed since you unlocked it. Nothing was paid. Unlock it again, then pay.`;

const paidButUnreported = () =>
  t`Your wallet has paid, but the book doesn’t know yet. Open the payment under “Payments” and press “Ask the wallet”.`;

async function payTaken(taken: Output<typeof handing.take> & { agreed: Agreed }): Promise<Seen> {
  try {
    return seenOf(await payFromVault(taken));
  } catch {
    // The vault was locked or the worker failed: the payment may have been sent.
    return notPaid('unknown', 'no-answer');
  }
}

async function lookedUp({ paymentHash, amount }: PaymentRecord): Promise<Seen> {
  try {
    return foundOf(await lookUpFromVault({ direction: 'out', paymentHash, amount }));
  } catch {
    return notPaid('unknown', 'no-answer');
  }
}

const NOBODY = { proof: null, fee: null, failure: null, provider: null, decidedBy: null } as const;

const STANDINGS: Record<TellInput['outcome'], Standing> = {
  paid: { ...NOBODY, state: 'paid' },
  unsent: { ...NOBODY, state: 'failed' },
  // Only the wallet's word: it may have paid.
  refused: { ...NOBODY, state: 'checking' },
  unknown: { ...NOBODY, state: 'checking' },
};

function seenOf(said: PayOutcome): Seen {
  if (said.outcome === 'paid') return paidAs(said);
  return notPaid(said.outcome, said.reason);
}

/** A failure in the wallet's record is only its word, like its reply. */
function foundOf(found: LookUp): Seen {
  if (found.state === 'settled') return paidAs(found);
  if (found.state === 'failed') return notPaid('refused', 'said-failed');
  return notPaid('unknown', found.state === 'unknown' ? found.reason : 'no-answer');
}

const paidAs = ({ proof, preimage = '', feeSats }: Pick<Settled, 'feeSats'> & Proven): Seen => ({
  standing: { ...STANDINGS.paid, proof, fee: feeSats ?? null },
  input: { outcome: 'paid', preimage, fee: feeSats === undefined ? null : String(feeSats) },
});

type Proven = { proof: 'proven' | 'stated'; preimage?: string | undefined };
type Why = NonNullable<TellInput['reason']>;

const notPaid = (outcome: Exclude<TellInput['outcome'], 'paid'>, reason: Why): Seen => ({
  standing: { ...STANDINGS[outcome], failure: outcome === 'unknown' ? null : reason },
  input: { outcome, reason },
});
