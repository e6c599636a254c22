/** Requests an invoice from a receiver's wallet, to be read and paid like any other. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import {
  ConnectionError,
  type ConnectionErrorCode,
  type LightningSettings,
  type MadeInvoice,
} from '#core/lightning/wallet.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import type { Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { reachOf } from '../connections/wallet.ts';
import type { paying } from './contract.ts';
import { requirePayer } from './handing.ts';

/** The receiver's wallet gets no text: it may belong to a service that stores texts. */
const ABOUT = { text: '' };
const EXPIRY_SECONDS = 600;

/** Checks the invoice's amount and network. @throws ConnectionError if there is none */
export async function askForInvoice(
  { chain }: Pick<Services, 'chain'>,
  settings: LightningSettings,
  amountSats: bigint,
): Promise<MadeInvoice> {
  const receiver = await openWallet(settings, reachOf(chain));
  try {
    return await receiver.makeInvoice({ amountSats, about: ABOUT, expirySeconds: EXPIRY_SECONDS });
  } finally {
    receiver.close();
  }
}

type Result = { paymentRequest: string } | { failed: ConnectionErrorCode };

export const askingHandlers = (
  services: Services,
): Handlers<Pick<typeof paying, 'invoiceFor'>> => ({
  invoiceFor: talkedBy({
    prepare: async ({ childId, receiver, amount }, context) => {
      const { tx, actor } = context;
      if (!(await findBooks(tx, actor.familyId, [childId])).has(childId))
        throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
      await requirePayer(context);
      return { receiver, amount: amount.toString() };
    },
    talk: async ({ receiver, amount }): Promise<Result> => {
      try {
        const settings = { kind: 'lnurl', address: receiver } as const;
        const { invoice } = await askForInvoice(services, settings, BigInt(amount));
        return { paymentRequest: invoice.text };
      } catch (error) {
        if (error instanceof ConnectionError) return { failed: error.code };
        throw error;
      }
    },
    settle: async (_input, _context, { result }) => {
      if (result && 'paymentRequest' in result) return result;
      throw new Refusal('CONFLICT', whyNone(result?.failed ?? 'NO_ANSWER'), 'receiver');
    },
  }),
});

function whyNone(code: ConnectionErrorCode): Sentence {
  if (code === 'BAD_CONNECTION') return because('LIGHTNING_ADDRESS_WRONG');
  if (code === 'OTHER_NETWORK') return because('INVOICE_OTHER_NETWORK');
  const isSilent = code === 'UNREACHABLE' || code === 'NO_ANSWER' || code === 'BUSY';
  return because(isSilent ? 'RECEIVER_SILENT' : 'RECEIVER_REFUSED');
}
