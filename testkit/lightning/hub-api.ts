/** The part of Alby Hub's HTTP API (`http/http_service.go`) that a family's connection uses. */
import { HttpError } from '../chain/esplora-json.ts';
import { type HttpQuestion, type HttpService, startHttpService } from '../http-service.ts';
import type { LabPayment, LabWallet } from './lab-wallet.ts';

export interface HubApi extends HttpService {
  /** May spend. */
  token: string;
  /** Read-only. */
  readonlyToken: string;
}

const isoTime = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(seconds * 1000).toISOString();

function transactionJson(payment: LabPayment): object {
  return {
    type: payment.direction,
    state: payment.hasFailed ? 'failed' : payment.settledAt === undefined ? 'pending' : 'settled',
    invoice: payment.bolt11,
    description: payment.description,
    preimage: payment.preimage ?? null,
    paymentHash: payment.hash,
    amount: payment.amountMsat,
    feesPaid: payment.feeMsat,
    createdAt: isoTime(payment.createdAt),
    settledAt: isoTime(payment.settledAt),
    updatedAt: isoTime(payment.settledAt ?? payment.createdAt),
  };
}

const failure = (status: number, message: string): HttpError =>
  new HttpError(status, JSON.stringify({ message }));

function invoiceAsked(wallet: LabWallet, body: string): LabPayment {
  const { amountSat, amountMsat, amount, description = '' } = JSON.parse(body);
  const msat = amountSat === undefined ? (amountMsat ?? amount) : amountSat * 1000;
  if (!Number.isSafeInteger(msat) || msat <= 0) throw failure(400, 'amount must be positive');
  return wallet.invoice(msat, description);
}

/** As the Hub signs it: header, claims, signature. */
function tokenFor(permission: 'full' | 'readonly'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ permission })}.lab-${permission}`;
}

/** An isolated app: its budget in millisats, and its key if the client made one. */
export type AppWanted = { budgetMsat: number; clientKey?: string };

function appAsked(body: string): AppWanted {
  const { name, scopes, isolated, maxAmountSat, budgetRenewal, pubkey } = JSON.parse(body);
  if (!name || !Array.isArray(scopes) || isolated !== true) throw failure(400, 'no isolated app');
  if (budgetRenewal !== 'monthly') throw failure(400, 'no monthly budget');
  return { budgetMsat: maxAmountSat * 1000, ...(pubkey && { clientKey: pubkey }) };
}

/** @param makeApp makes an isolated app and returns its connection */
export async function startHubApi(
  wallet: LabWallet,
  makeApp: (wanted: AppWanted) => Promise<string>,
  port = 0,
): Promise<HubApi> {
  const token = tokenFor('full');
  const readonlyToken = tokenFor('readonly');

  const answer = async ({ method, url, headers, body }: HttpQuestion): Promise<object> => {
    const [api, room, name] = url.pathname.slice(1).split('/');
    if (api !== 'api') throw failure(404, 'Not Found');
    if (room === 'info') return { version: 'v1.22.0', network: 'regtest', running: true };
    const bearer = headers.authorization?.replace(/^Bearer /, '');
    if (bearer !== token && bearer !== readonlyToken) throw failure(401, 'invalid or expired jwt');
    if (method === 'POST' && bearer === readonlyToken)
      throw failure(403, 'This operation requires full access permissions');
    const sats = Math.floor(wallet.balanceMsat() / 1000);
    if (room === 'balances') {
      const lightning = { totalSpendableSat: sats, totalSpendable: wallet.balanceMsat() };
      return { onchain: { spendableSat: 0, totalSat: 0 }, lightning };
    }
    if (room === 'apps' && method === 'POST') return { pairingUri: await makeApp(appAsked(body)) };
    if (room === 'invoices' && method === 'POST')
      return transactionJson(invoiceAsked(wallet, body));
    if (room === 'transactions' && name !== undefined) {
      const found = wallet.find({ hash: name });
      if (!found) throw failure(404, 'The transaction was not found');
      return transactionJson(found);
    }
    if (room === 'transactions') {
      const transactions = wallet.list().map(transactionJson);
      return { transactions, totalCount: transactions.length };
    }
    if (room !== 'payments' || name === undefined) throw failure(404, 'Not Found');
    const paid = await wallet.pay(name).catch((error: Error) => {
      throw failure(500, `Failed to send payment: ${error.message}`);
    });
    return transactionJson(paid);
  };
  return { ...(await startHttpService(answer, port)), token, readonlyToken };
}
