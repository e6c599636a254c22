/**
 * A Nostr Wallet Connect service (NIP-47) over a wallet of the lab, with the cryptography of
 * nostr-tools: a second opinion on our own. One connection each; it may have a budget, may be
 * receive-only, and speaks NIP-44 or only NIP-04.
 */
import {
  type Event,
  finalizeEvent,
  generateSecretKey,
  getPublicKey,
  nip04,
  nip44,
} from 'nostr-tools';
import { WebSocket } from 'ws';
import { hex } from '../chain/addresses.ts';
import { until } from '../chain/until.ts';
import { Faults } from '../faults.ts';
import { type LabPayment, type LabWallet, RefusedError } from '../lightning/lab-wallet.ts';

const INFO = 13_194;
const REQUEST = 23_194;
const RESPONSE = 23_195;

const RECEIVING = [
  'get_info',
  'get_balance',
  'make_invoice',
  'lookup_invoice',
  'list_transactions',
];

export interface NwcOptions {
  /** Whether the connection may spend. */
  maySpend: boolean;
  /** How many msat it may spend in total; undefined means no budget. */
  budgetMsat?: number;
  encryption?: 'nip44_v2' | 'nip04';
  /** The client's own public key: its secret is not ours to return. */
  clientKey?: string;
  /** CoinOS returns a UUID instead of the preimage if both sides are its own. */
  preimage?: (real: string) => string;
  /** Some wallets don't report the fee. */
  tellsFee?: boolean;
}

type Params = Record<string, unknown>;

const unixSeconds = (): number => Math.floor(Date.now() / 1000);

function transactionJson(payment: LabPayment): Params {
  const isExpired = payment.direction === 'incoming' && unixSeconds() >= payment.expiresAt;
  const pending = payment.hasFailed ? 'failed' : isExpired ? 'expired' : 'pending';
  return {
    type: payment.direction,
    state: payment.settledAt === undefined ? pending : 'settled',
    invoice: payment.bolt11,
    description: payment.description,
    preimage: payment.preimage ?? '',
    payment_hash: payment.hash,
    amount: payment.amountMsat,
    fees_paid: payment.feeMsat,
    created_at: payment.createdAt,
    expires_at: payment.expiresAt,
    ...(payment.settledAt !== undefined && { settled_at: payment.settledAt }),
  };
}

export class NwcWallet {
  readonly faults = new Faults();
  readonly uri: string;
  readonly #wallet: LabWallet;
  readonly #options: NwcOptions;
  readonly #secret = generateSecretKey();
  readonly #clientKey: string;
  readonly #socket: WebSocket;
  #spentMsat = 0;

  private constructor(wallet: LabWallet, relayUrl: string, options: NwcOptions) {
    this.#wallet = wallet;
    this.#options = options;
    const secret = generateSecretKey();
    this.#clientKey = options.clientKey ?? getPublicKey(secret);
    const query = new URLSearchParams({ relay: relayUrl });
    query.set('secret', options.clientKey === undefined ? hex(secret) : '');
    this.uri = `nostr+walletconnect://${getPublicKey(this.#secret)}?${query}`;
    this.#socket = new WebSocket(relayUrl);
    this.#socket.on('message', (frame) => void this.#onFrame(String(frame)));
    this.#socket.on('error', () => this.#socket.terminate());
  }

  static async start(wallet: LabWallet, relayUrl: string, options: NwcOptions): Promise<NwcWallet> {
    const service = new NwcWallet(wallet, relayUrl, options);
    await until(() => service.#socket.readyState === WebSocket.OPEN, 'the relay');
    const { encryption = 'nip44_v2' } = options;
    // Without this tag a wallet speaks only NIP-04 (NIP-47).
    const tags = encryption === 'nip04' ? [] : [['encryption', 'nip44_v2 nip04']];
    service.#publish(INFO, tags, service.#methods().join(' '));
    const filter = { kinds: [REQUEST], '#p': [getPublicKey(service.#secret)] };
    service.#socket.send(JSON.stringify(['REQ', 'requests', filter]));
    return service;
  }

  #methods(): string[] {
    return this.#options.maySpend ? [...RECEIVING, 'get_budget', 'pay_invoice'] : RECEIVING;
  }

  #publish(kind: number, tags: string[][], content: string): void {
    const event = { kind, tags, content, created_at: unixSeconds() };
    this.#socket.send(JSON.stringify(['EVENT', finalizeEvent(event, this.#secret)]));
  }

  async #onFrame(frame: string): Promise<void> {
    const [kind, , event] = JSON.parse(frame) as [string, string, Event];
    if (kind !== 'EVENT' || event.pubkey !== this.#clientKey) return;
    const asked = event.tags.find(([name]) => name === 'encryption')?.[1] ?? 'nip04';
    const isReadable = asked === 'nip04' || this.#options.encryption !== 'nip04';
    const reads = asked === 'nip44_v2' ? '44' : '04';
    const question = isReadable
      ? (JSON.parse(this.#decrypt(event.content, reads)) as Question)
      : undefined;
    const fault = await this.faults.take(question?.method);
    if (fault?.kind === 'silent' || fault?.kind === 'hang-up') return;
    if (!question) return this.#reply(event, 'nip04', unsupported());
    if (fault?.kind === 'garbage') return this.#reply(event, asked, 'not JSON');
    const answer = fault
      ? { error: { code: 'INTERNAL', message: 'Scripted failure' } }
      : await this.#run(question);
    const body = { result_type: question.method, error: null, ...answer };
    this.#reply(event, asked, JSON.stringify(body));
  }

  #decrypt(content: string, scheme: '44' | '04'): string {
    const client = this.#clientKey;
    if (scheme === '04') return nip04.decrypt(this.#secret, client, content);
    return nip44.decrypt(content, nip44.getConversationKey(this.#secret, client));
  }

  #reply(request: Event, scheme: string, text: string): void {
    const content =
      scheme === 'nip44_v2'
        ? nip44.encrypt(text, nip44.getConversationKey(this.#secret, request.pubkey))
        : nip04.encrypt(this.#secret, request.pubkey, text);
    const tags = [
      ['p', request.pubkey],
      ['e', request.id],
    ];
    this.#publish(RESPONSE, tags, content);
  }

  async #run({ method, params }: Question): Promise<{ result: unknown } | { error: unknown }> {
    try {
      if (!this.#methods().includes(method)) {
        throw new RefusedError('RESTRICTED', `This connection may not ${method}`);
      }
      return { result: await this.#answer(method, params) };
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : 'INTERNAL';
      return { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  async #answer(method: string, params: Params): Promise<unknown> {
    switch (method) {
      case 'get_info':
        return {
          alias: this.#wallet.name,
          color: '#000000',
          pubkey: this.#wallet.node.id,
          network: 'regtest',
          methods: this.#methods(),
          notifications: [],
        };
      case 'get_balance':
        return { balance: this.#wallet.balanceMsat() };
      case 'get_budget':
        return this.#budget();
      case 'make_invoice':
        return transactionJson(this.#invoice(params));
      case 'lookup_invoice':
        return transactionJson(this.#lookup(params));
      case 'list_transactions':
        return { transactions: this.#wallet.list().slice(0, 20).map(transactionJson) };
      default:
        return this.#pay(String(params.invoice));
    }
  }

  /** Like Alby Hub; without a budget an empty object. */
  #budget(): Params {
    const { budgetMsat } = this.#options;
    if (budgetMsat === undefined) return {};
    return { used_budget: this.#spentMsat, total_budget: budgetMsat, renewal_period: 'never' };
  }

  #invoice(params: Params): LabPayment {
    const expiry = Number(params.expiry ?? 3600);
    const hash = params.description_hash;
    if (typeof hash === 'string')
      return this.#wallet.invoiceWithHash(Number(params.amount), hash, expiry);
    return this.#wallet.invoice(Number(params.amount), String(params.description ?? ''), expiry);
  }

  #lookup(params: Params): LabPayment {
    const hash = params.payment_hash;
    const found = this.#wallet.find(
      hash === undefined ? { bolt11: String(params.invoice) } : { hash: String(hash) },
    );
    if (!found) throw new RefusedError('NOT_FOUND', 'No such invoice');
    return found;
  }

  async #pay(bolt11: string): Promise<unknown> {
    const { budgetMsat = Number.POSITIVE_INFINITY, preimage, tellsFee = true } = this.#options;
    const payment = await this.#wallet.pay(bolt11, (amountMsat) => {
      if (this.#spentMsat + amountMsat <= budgetMsat) this.#spentMsat += amountMsat;
      else throw new RefusedError('QUOTA_EXCEEDED', 'The budget of this connection is used up');
    });
    const told = preimage?.(payment.preimage ?? '') ?? payment.preimage;
    return { preimage: told, ...(tellsFee && { fees_paid: payment.feeMsat }) };
  }

  close(): void {
    this.#socket.terminate();
  }
}

interface Question {
  method: string;
  params: Params;
}

const unsupported = (): string =>
  JSON.stringify({
    result_type: '',
    error: { code: 'UNSUPPORTED_ENCRYPTION', message: 'This wallet speaks NIP-04 only' },
  });
