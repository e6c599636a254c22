/**
 * A real Lightning node in this process: LDK (rust-lightning 0.1.2 as WebAssembly) with peers over
 * TCP and the chain from the lab's node. It stores nothing: channels end with the lab.
 */
import * as ldk from 'lightningdevkit';
import { NodeLDKNet } from 'lightningdevkit-node-net';
import { hex } from '../chain/addresses.ts';
import type { RegtestNode } from '../chain/regtest-node.ts';
import { until } from '../chain/until.ts';
import { assemble, bytes, type LdkOptions, loadWasm, type Parts } from './ldk-parts.ts';

/** How often events and forwards are processed. */
const TURN_MS = 5;

export interface Paid {
  preimage: string;
  feeMsat: number;
}

export class LdkNode {
  readonly id: string;
  /** Payment hash → what came in and was claimed. */
  readonly claimed = new Map<string, { msat: number; preimage: string }>();
  readonly #preimages = new Map<string, string>();
  readonly #chain: RegtestNode;
  readonly #parts: Parts;
  readonly #net: NodeLDKNet;
  readonly #paying = new Map<string, (paid: Paid | undefined) => void>();
  readonly #turn: NodeJS.Timeout;
  /** The blocks LDK has seen since its start, needed to report a reorg. */
  readonly #blocks: { id: string; header: Uint8Array }[] = [];
  readonly #firstHeight: number;
  #port = 0;

  private constructor(chain: RegtestNode, options: LdkOptions) {
    this.#chain = chain;
    this.#firstHeight = chain.index.tip.entry.height + 1;
    this.#parts = assemble(chain, options);
    this.#net = new NodeLDKNet(this.#parts.peers);
    this.id = hex(this.#parts.channels.get_our_node_id());
    const handler = ldk.EventHandler.new_impl({
      handle_event: (event) => {
        this.#onEvent(event);
        return ldk.Result_NoneReplayEventZ.constructor_ok();
      },
    });
    this.#turn = setInterval(() => this.#work(handler), TURN_MS);
    chain.index.events.on('tip', this.#followChain);
  }

  static async start(chain: RegtestNode, port: number, options: LdkOptions = {}): Promise<LdkNode> {
    await loadWasm();
    const node = new LdkNode(chain, options);
    await node.#net.bind_listener('127.0.0.1', port);
    node.#port = port;
    return node;
  }

  #work(handler: ldk.EventHandler): void {
    const { channels, monitor, peers } = this.#parts;
    channels.process_pending_htlc_forwards();
    channels.as_EventsProvider().process_pending_events(handler);
    monitor.as_EventsProvider().process_pending_events(handler);
    peers.process_events();
  }

  /** Reports the blocks that left the chain, newest first, then those that joined it. */
  readonly #followChain = (): void => {
    const { blocks } = this.#chain.index;
    const listeners = [this.#parts.channels.as_Listen(), this.#parts.monitor.as_Listen()];
    for (;;) {
      const height = this.#firstHeight + this.#blocks.length - 1;
      const last = this.#blocks.at(-1);
      if (!last || blocks[height]?.id === last.id) break;
      for (const listener of listeners) listener.block_disconnected(last.header, height);
      this.#blocks.pop();
    }
    for (;;) {
      const height = this.#firstHeight + this.#blocks.length;
      const next = blocks[height];
      if (!next) return;
      const raw = new Uint8Array(next.block.toRaw());
      for (const listener of listeners) listener.block_connected(raw, height);
      this.#blocks.push({ id: next.id, header: raw.slice(0, 80) });
    }
  };

  #onEvent(event: ldk.Event): void {
    if (event instanceof ldk.Event_FundingGenerationReady) void this.#fundChannel(event);
    else if (event instanceof ldk.Event_OpenChannelRequest) {
      const { temporary_channel_id: channel, counterparty_node_id: peer } = event;
      this.#parts.channels.accept_inbound_channel(channel, peer, 2n);
    } else if (event instanceof ldk.Event_PaymentClaimable) {
      const preimage = event.purpose.preimage();
      if (preimage instanceof ldk.Option_ThirtyTwoBytesZ_Some) {
        this.#preimages.set(hex(event.payment_hash), hex(preimage.some));
        this.#parts.channels.claim_funds(preimage.some);
      }
    } else if (event instanceof ldk.Event_PaymentClaimed) {
      const hash = hex(event.payment_hash);
      const preimage = this.#preimages.get(hash) ?? '';
      this.claimed.set(hash, { msat: Number(event.amount_msat), preimage });
    } else if (event instanceof ldk.Event_PaymentSent) {
      const fee = event.fee_paid_msat;
      const feeMsat = fee instanceof ldk.Option_u64Z_Some ? Number(fee.some) : 0;
      const paid = { preimage: hex(event.payment_preimage), feeMsat };
      this.#settle(hex(event.payment_hash), paid);
    } else if (event instanceof ldk.Event_PaymentFailed) {
      const hash = event.payment_hash;
      if (hash instanceof ldk.Option_ThirtyTwoBytesZ_Some) this.#settle(hex(hash.some), undefined);
    }
  }

  #settle(hash: string, paid: Paid | undefined): void {
    this.#paying.get(hash)?.(paid);
    this.#paying.delete(hash);
  }

  async #fundChannel(event: ldk.Event_FundingGenerationReady): Promise<void> {
    // Copied before the wait: LDK frees an event's parts after its handler.
    const channel = ldk.ChannelId.constructor_new(
      Uint8Array.from(event.temporary_channel_id.get_a()),
    );
    const peer = Uint8Array.from(event.counterparty_node_id);
    const script = Uint8Array.from(event.output_script);
    const raw = await this.#chain.fund(script, Number(event.channel_value_satoshis));
    this.#parts.channels.funding_transaction_generated(channel, peer, Uint8Array.from(raw));
  }

  /** This node's address for other programs' nodes: `id@host:port`. */
  get address(): string {
    return `${this.id}@127.0.0.1:${this.#port}`;
  }

  async connect(other: LdkNode): Promise<void> {
    await this.#net.connect_peer('127.0.0.1', other.#port, bytes(other.id));
    await until(() => this.#parts.peers.list_peers().length > 0, 'the Lightning nodes to connect');
  }

  /** Opens a channel of `sats`; the other side starts with `pushMsat` of it. */
  openChannel(other: LdkNode, sats: number, pushMsat: number): void {
    const { channels } = this.#parts;
    const none = null as never;
    const opened = channels.create_channel(
      bytes(other.id),
      BigInt(sats),
      BigInt(pushMsat),
      1n,
      none,
      none,
    );
    if (!opened.is_ok()) throw new Error('The channel was refused');
    this.#net.process_events();
  }

  hasUsableChannel(): boolean {
    return this.#parts.channels.list_channels().some((channel) => channel.get_is_usable());
  }

  /** Spendable balance in msat. */
  balanceMsat(): number {
    return this.#parts.channels
      .list_channels()
      .reduce((sum, channel) => sum + Number(channel.get_outbound_capacity_msat()), 0);
  }

  /** A BOLT11 invoice of this node, described by a text or by the SHA-256 of one. */
  invoice(
    msat: number,
    described: { text: string } | { sha256: string },
    expirySeconds = 3600,
  ): { bolt11: string; hash: string } {
    const about =
      'text' in described
        ? ldk.Bolt11InvoiceDescription.constructor_direct(textOf(described.text))
        : ldk.Bolt11InvoiceDescription.constructor_hash(
            ldk.Sha256.constructor_from_bytes(bytes(described.sha256)),
          );
    const made = this.#parts.channels.create_bolt11_invoice(
      ldk.Option_u64Z.constructor_some(BigInt(msat)),
      about,
      ldk.Option_u32Z.constructor_some(expirySeconds + this.#secondsSinceBlock()),
      ldk.Option_u16Z.constructor_none(),
      ldk.Option_ThirtyTwoBytesZ.constructor_none(),
    );
    if (!(made instanceof ldk.Result_Bolt11InvoiceSignOrCreationErrorZ_OK)) {
      throw new Error('The invoice was refused');
    }
    return { bolt11: made.res.to_str(), hash: hex(made.res.payment_hash()) };
  }

  /** Here LDK has no clock: it dates an invoice by the newest block, however old that is. */
  #secondsSinceBlock(): number {
    return Math.max(0, Math.floor(Date.now() / 1000) - this.#chain.index.tip.entry.time);
  }

  /** @throws Error if the payment definitely failed */
  async pay(bolt11: string): Promise<Paid> {
    const read = ldk.Bolt11Invoice.constructor_from_str(bolt11);
    if (!(read instanceof ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK)) {
      throw new Error('This is no invoice');
    }
    const parameters = ldk.UtilMethods.constructor_payment_parameters_from_invoice(read.res);
    if (
      !(
        parameters instanceof
        ldk.Result_C3Tuple_ThirtyTwoBytesRecipientOnionFieldsRouteParametersZNoneZ_OK
      )
    ) {
      throw new Error('An invoice without an amount is not paid');
    }
    const hash = read.res.payment_hash();
    const paid = new Promise<Paid | undefined>((resolve) => {
      this.#paying.set(hex(hash), resolve);
    });
    const sent = this.#parts.channels.send_payment(
      hash,
      parameters.res.get_b(),
      hash,
      parameters.res.get_c(),
      ldk.Retry.constructor_attempts(3),
    );
    if (!sent.is_ok()) throw new Error('The payment was refused');
    this.#net.process_events();
    const result = await paid;
    if (!result) throw new Error('No way to the receiver was found');
    return result;
  }

  stop(): void {
    clearInterval(this.#turn);
    this.#chain.index.events.off('tip', this.#followChain);
    this.#net.stop();
  }
}

function textOf(text: string): ldk.Description {
  const made = ldk.Description.constructor_new(text);
  if (!(made instanceof ldk.Result_DescriptionCreationErrorZ_OK)) {
    throw new Error('The description is longer than an invoice takes');
  }
  return made.res;
}
