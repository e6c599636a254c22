/**
 * The book of one Lightning wallet in the lab: invoices it made and payments it sent, over a real
 * node. The protocols that a family's wallet may speak (NWC, Alby Hub, phoenixd, LNURL) are thin
 * layers over it.
 */
import { createHash } from 'node:crypto';
import { decodeInvoice } from '../../src/core/lightning/bolt11.ts';
import type { LdkNode } from './ldk-node.ts';

export interface LabPayment {
  direction: 'incoming' | 'outgoing';
  bolt11: string;
  hash: string;
  amountMsat: number;
  feeMsat: number;
  description: string;
  /** Unix seconds. */
  createdAt: number;
  expiresAt: number;
  settledAt: number | undefined;
  preimage: string | undefined;
  /** Outgoing only: the node gave up. */
  hasFailed?: boolean;
}

export class RefusedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const unixSeconds = (): number => Math.floor(Date.now() / 1000);

export class LabWallet {
  readonly name: string;
  readonly node: LdkNode;
  readonly #payments = new Map<string, LabPayment>();

  constructor(name: string, node: LdkNode) {
    this.name = name;
    this.node = node;
  }

  invoice(amountMsat: number, description: string, expirySeconds = 3600): LabPayment {
    const made = this.node.invoice(amountMsat, { text: description }, expirySeconds);
    return this.#remember(made, amountMsat, description, expirySeconds);
  }

  /** An invoice with the hash of a longer text, as LUD-06 requires. */
  invoiceFor(amountMsat: number, text: string, expirySeconds = 3600): LabPayment {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return this.invoiceWithHash(amountMsat, sha256, expirySeconds);
  }

  invoiceWithHash(amountMsat: number, sha256: string, expirySeconds = 3600): LabPayment {
    const made = this.node.invoice(amountMsat, { sha256 }, expirySeconds);
    return this.#remember(made, amountMsat, '', expirySeconds);
  }

  #remember(
    { bolt11, hash }: { bolt11: string; hash: string },
    amountMsat: number,
    description: string,
    expirySeconds: number,
  ): LabPayment {
    const createdAt = unixSeconds();
    const payment: LabPayment = {
      direction: 'incoming',
      bolt11,
      hash,
      amountMsat,
      feeMsat: 0,
      description,
      createdAt,
      expiresAt: createdAt + expirySeconds,
      settledAt: undefined,
      preimage: undefined,
    };
    this.#payments.set(hash, payment);
    return payment;
  }

  /**
   * @param allow called with the amount before anything is sent; it throws if that is too much
   * @throws RefusedError PAYMENT_FAILED if the payment definitely failed
   */
  async pay(bolt11: string, allow?: (amountMsat: number) => void): Promise<LabPayment> {
    const invoice = decodeInvoice(bolt11);
    allow?.(Number(invoice.amountMsat ?? 0n));
    const known = this.find({ hash: invoice.paymentHash });
    if (known?.settledAt !== undefined) throw new RefusedError('PAYMENT_FAILED', 'Already paid');
    const createdAt = unixSeconds();
    const payment: LabPayment = {
      direction: 'outgoing',
      bolt11,
      hash: invoice.paymentHash,
      amountMsat: Number(invoice.amountMsat ?? 0n),
      feeMsat: 0,
      description: invoice.description ?? '',
      createdAt,
      expiresAt: createdAt,
      settledAt: undefined,
      preimage: undefined,
    };
    if (known?.direction === 'incoming') return payItself(known, payment);
    this.#payments.set(payment.hash, payment);
    const paid = await this.node.pay(bolt11).catch((error: unknown) => {
      payment.hasFailed = true;
      const message = error instanceof Error ? error.message : String(error);
      throw new RefusedError('PAYMENT_FAILED', message);
    });
    payment.feeMsat = paid.feeMsat;
    payment.preimage = paid.preimage;
    payment.settledAt = unixSeconds();
    return payment;
  }

  find(asked: { hash?: string; bolt11?: string }): LabPayment | undefined {
    const found = this.list().find(({ hash, bolt11 }) =>
      asked.hash === undefined ? bolt11 === asked.bolt11 : hash === asked.hash,
    );
    return found;
  }

  /** Newest first. */
  list(): LabPayment[] {
    for (const payment of this.#payments.values()) this.#settleIfPaid(payment);
    return [...this.#payments.values()].reverse();
  }

  #settleIfPaid(payment: LabPayment): void {
    if (payment.direction === 'outgoing' || payment.settledAt !== undefined) return;
    const claimed = this.node.claimed.get(payment.hash);
    if (!claimed) return;
    payment.settledAt = unixSeconds();
    payment.preimage = claimed.preimage;
  }

  balanceMsat(): number {
    return this.node.balanceMsat();
  }
}

/**
 * Its own invoice: nothing goes over the network. Like CoinOS, it returns a UUID instead of the
 * preimage.
 */
function payItself(invoice: LabPayment, payment: LabPayment): LabPayment {
  const settledAt = unixSeconds();
  const preimage = crypto.randomUUID();
  Object.assign(invoice, { settledAt, preimage });
  return { ...payment, settledAt, preimage };
}
