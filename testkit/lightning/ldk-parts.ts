/** LDK loaded from its WebAssembly, and the parts of a node assembled. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as ldk from 'lightningdevkit';
import { hex } from '../chain/addresses.ts';
import type { RegtestNode } from '../chain/regtest-node.ts';

const require = createRequire(import.meta.url);
const REGTEST = ldk.Network.LDKNetwork_Regtest;
let loaded: Promise<void> | undefined;
export const loadWasm = (): Promise<void> => {
  const path = require.resolve('lightningdevkit/liblightningjs.wasm');
  loaded ??= ldk.initializeWasmFromBinary(readFileSync(path));
  return loaded;
};

export const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const unixSeconds = (): number => Math.floor(Date.now() / 1000);

export interface Parts {
  channels: ldk.ChannelManager;
  monitor: ldk.ChainMonitor;
  peers: ldk.PeerManager;
}

function routerOver(
  graph: ldk.NetworkGraph,
  logger: ldk.Logger,
  entropy: ldk.EntropySource,
): ldk.DefaultRouter {
  const decay = ldk.ProbabilisticScoringDecayParameters.constructor_default();
  const scorer = ldk.MultiThreadedLockableScore.constructor_new(
    ldk.ProbabilisticScorer.constructor_new(decay, graph, logger).as_Score(),
  );
  return ldk.DefaultRouter.constructor_new(
    graph,
    logger,
    entropy,
    scorer.as_LockableScore(),
    ldk.ProbabilisticScoringFeeParameters.constructor_default(),
  );
}

export interface LdkOptions {
  /**
   * Channels with anchor outputs: Electrum opens no others. Each then has to be accepted
   * explicitly.
   */
  withAnchors?: boolean;
}

function configOf({ withAnchors = false }: LdkOptions): ldk.UserConfig {
  const config = ldk.UserConfig.constructor_default();
  config.get_channel_handshake_config().set_negotiate_anchors_zero_fee_htlc_tx(withAnchors);
  config.set_manually_accept_inbound_channels(withAnchors);
  return config;
}

/** A node's parts, assembled as LDK requires (lightningdevkit.org, "Building a node"). */
export function assemble(chain: RegtestNode, options: LdkOptions): Parts {
  const done = ldk.ChannelMonitorUpdateStatus.LDKChannelMonitorUpdateStatus_Completed;
  const fees = ldk.FeeEstimator.new_impl({ get_est_sat_per_1000_weight: () => 1250 });
  const logger = ldk.Logger.new_impl({ log: () => undefined });
  const broadcaster = ldk.BroadcasterInterface.new_impl({
    // A refused transaction is already in the chain, or lost against another.
    broadcast_transactions(raws) {
      for (const raw of raws) chain.broadcast(hex(raw)).catch(() => undefined);
    },
  });
  const keepNothing = ldk.Persist.new_impl({
    persist_new_channel: () => done,
    update_persisted_channel: () => done,
    archive_persisted_channel: () => undefined,
  });
  const noFilter = ldk.Option_FilterZ.constructor_none();
  const monitor = ldk.ChainMonitor.constructor_new(
    noFilter,
    broadcaster,
    logger,
    fees,
    keepNothing,
  );
  const keys = ldk.KeysManager.constructor_new(randomBytes(32), BigInt(unixSeconds()), 42);
  const entropy = keys.as_EntropySource();
  const graph = ldk.NetworkGraph.constructor_new(REGTEST, logger);
  const router = routerOver(graph, logger, entropy);
  const tip = ldk.BestBlock.constructor_new(
    bytes(chain.index.tip.id).reverse(),
    chain.index.tip.entry.height,
  );
  const channels = ldk.ChannelManager.constructor_new(
    fees,
    monitor.as_Watch(),
    broadcaster,
    router.as_Router(),
    ldk.DefaultMessageRouter.constructor_new(graph, entropy).as_MessageRouter(),
    logger,
    entropy,
    keys.as_NodeSigner(),
    keys.as_SignerProvider(),
    configOf(options),
    ldk.ChainParameters.constructor_new(REGTEST, tip),
    unixSeconds(),
  );
  const ignored = ldk.IgnoringMessageHandler.constructor_new();
  const noLookup = ldk.Option_UtxoLookupZ.constructor_none();
  const gossip = ldk.P2PGossipSync.constructor_new(graph, noLookup, logger);
  const peers = ldk.PeerManager.constructor_new(
    channels.as_ChannelMessageHandler(),
    gossip.as_RoutingMessageHandler(),
    ignored.as_OnionMessageHandler(),
    ignored.as_CustomMessageHandler(),
    unixSeconds(),
    randomBytes(32),
    logger,
    keys.as_NodeSigner(),
  );
  return { channels, monitor, peers };
}
