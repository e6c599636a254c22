/** The part of phoenixd's HTTP API (`Api.kt`) that a family's connection uses. */
import { HttpError } from '../chain/esplora-json.ts';
import { type HttpQuestion, type HttpService, startHttpService } from '../http-service.ts';
import type { LabPayment, LabWallet } from './lab-wallet.ts';

export interface PhoenixdApi extends HttpService {
  /** `http-password` of phoenix.conf: may spend. */
  password: string;
  /** `http-password-limited-access`: makes and looks up invoices. */
  limitedPassword: string;
}

const sats = (msat: number): number => Math.floor(msat / 1000);

function incomingJson(payment: LabPayment): object {
  const isPaid = payment.settledAt !== undefined;
  return {
    paymentHash: payment.hash,
    ...(payment.preimage !== undefined && { preimage: payment.preimage }),
    description: payment.description,
    invoice: payment.bolt11,
    isPaid,
    isExpired: !isPaid && Date.now() / 1000 > payment.expiresAt,
    requestedSat: sats(payment.amountMsat),
    receivedSat: isPaid ? sats(payment.amountMsat) : 0,
    fees: 0,
    ...(payment.settledAt !== undefined && { completedAt: payment.settledAt * 1000 }),
    createdAt: payment.createdAt * 1000,
  };
}

function outgoingJson(payment: LabPayment): object {
  return {
    paymentId: payment.hash.slice(0, 32),
    paymentHash: payment.hash,
    preimage: payment.preimage,
    isPaid: payment.settledAt !== undefined,
    sent: sats(payment.amountMsat + payment.feeMsat),
    fees: payment.feeMsat,
    invoice: payment.bolt11,
    ...((payment.settledAt !== undefined || payment.hasFailed) && {
      completedAt: (payment.settledAt ?? payment.createdAt) * 1000,
    }),
    createdAt: payment.createdAt * 1000,
  };
}

function missing(name: string): never {
  throw new HttpError(400, `Missing parameter ${name}`);
}

async function pay(wallet: LabWallet, bolt11: string): Promise<object> {
  try {
    const paid = await wallet.pay(bolt11);
    return {
      recipientAmountSat: sats(paid.amountMsat),
      routingFeeSat: sats(paid.feeMsat),
      paymentId: paid.hash.slice(0, 32),
      paymentHash: paid.hash,
      paymentPreimage: paid.preimage,
    };
  } catch (error) {
    // A failed payment is answered with HTTP 200 too.
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function lookUp(wallet: LabWallet, direction: string, hash: string): object {
  const found = wallet.find({ hash });
  if (!found || found.direction !== direction) throw new HttpError(404, 'Not found');
  return direction === 'incoming' ? incomingJson(found) : outgoingJson(found);
}

export async function startPhoenixdApi(wallet: LabWallet, port = 0): Promise<PhoenixdApi> {
  const password = 'lab-phoenixd-full';
  const limitedPassword = 'lab-phoenixd-limited';

  const answer = async ({ url, headers, body }: HttpQuestion): Promise<object> => {
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64');
    const given = basic.toString().replace(/^[^:]*:/, '');
    if (given !== password && given !== limitedPassword) {
      throw new HttpError(401, 'Invalid authentication (use basic auth with the http password)');
    }
    const form = new URLSearchParams(body);
    const [room, part = '', hash = ''] = url.pathname.slice(1).split('/');
    switch (room) {
      case 'getinfo':
        return { nodeId: wallet.node.id, chain: 'regtest', version: '0.7.3' };
      case 'getbalance':
        return { balanceSat: sats(wallet.balanceMsat()), feeCreditSat: 0 };
      case 'createinvoice': {
        const msat = Number(form.get('amountSat')) * 1000;
        const expiry = Number(form.get('expirySeconds') ?? 3600);
        const hash = form.get('descriptionHash');
        const made =
          hash === null
            ? wallet.invoice(msat, form.get('description') ?? '', expiry)
            : wallet.invoiceWithHash(msat, hash, expiry);
        return { amountSat: sats(msat), paymentHash: made.hash, serialized: made.bolt11 };
      }
      case 'payinvoice':
        if (given === limitedPassword) throw new HttpError(401, 'Limited access');
        return pay(wallet, form.get('invoice') ?? missing('invoice'));
      case 'payments':
        return lookUp(wallet, part === 'outgoingbyhash' ? 'outgoing' : part, hash);
      default:
        throw new HttpError(404, 'Not found');
    }
  };
  return { ...(await startHttpService(answer, port)), password, limitedPassword };
}
