/**
 * The wallet lab: a private Bitcoin chain with explorer and Electrum server, two Lightning nodes
 * with a channel, and every protocol that a family's wallet may speak. One process, loopback only.
 * The tests share it, and `npm run lab` starts it for people.
 */
import { ElectrumServer } from './chain/electrum-server.ts';
import { answerEsplora } from './chain/esplora-routes.ts';
import { RegtestNode } from './chain/regtest-node.ts';
import { until } from './chain/until.ts';
import { freePort } from './free-port.ts';
import { type HttpService, startHttpService } from './http-service.ts';
import { type AppWanted, type HubApi, startHubApi } from './lightning/hub-api.ts';
import { LabWallet } from './lightning/lab-wallet.ts';
import { LdkNode } from './lightning/ldk-node.ts';
import { type LnurlServer, startLnurlServer } from './lightning/lnurl-server.ts';
import { type PhoenixdApi, startPhoenixdApi } from './lightning/phoenixd-api.ts';
import { NwcWallet } from './nostr/nwc-wallet.ts';
import { Relay } from './nostr/relay.ts';

const CHANNEL_SATS = 5_000_000;
/** The other side gets money right away, so both can pay. */
const PUSHED_MSAT = 2_000_000_000;
/** Three blocks make a channel usable; three more are margin. */
const BLOCKS_FOR_CHANNEL = 6;

/** The port of each service; if undefined, the system chooses. */
export interface LabPorts {
  esplora?: number;
  electrum?: number;
  relay?: number;
  lnurl?: number;
  hub?: number;
  phoenixd?: number;
  control?: number;
}

export interface Lab {
  chain: RegtestNode;
  esplora: HttpService;
  electrum: ElectrumServer;
  relay: Relay;
  /** The wallet of the family, with every connection to it. */
  family: LabWallet;
  /** Another person's wallet: a grandparent, a shop. */
  stranger: LabWallet;
  nwc: { receiveOnly: NwcWallet; spending: NwcWallet; withoutBudget: NwcWallet; nip04: NwcWallet };
  lnurl: LnurlServer;
  hub: HubApi;
  phoenixd: PhoenixdApi;
  close: () => Promise<void>;
}

async function lightningNodes(chain: RegtestNode): Promise<[LdkNode, LdkNode]> {
  const family = await LdkNode.start(chain, await freePort());
  const stranger = await LdkNode.start(chain, await freePort());
  await family.connect(stranger);
  family.openChannel(stranger, CHANNEL_SATS, PUSHED_MSAT);
  await until(() => chain.waiting().length > 0, "the channel's funding");
  await chain.mine(BLOCKS_FOR_CHANNEL);
  await until(() => family.hasUsableChannel() && stranger.hasUsableChannel(), 'the channel');
  return [family, stranger];
}

async function nwcConnections(wallet: LabWallet, url: string): Promise<Lab['nwc']> {
  const budgetMsat = 1_000_000_000;
  return {
    receiveOnly: await NwcWallet.start(wallet, url, { maySpend: false }),
    spending: await NwcWallet.start(wallet, url, { maySpend: true, budgetMsat }),
    withoutBudget: await NwcWallet.start(wallet, url, { maySpend: true }),
    nip04: await NwcWallet.start(wallet, url, { maySpend: true, budgetMsat, encryption: 'nip04' }),
  };
}

export async function startLab(ports: LabPorts = {}): Promise<Lab> {
  const chain = await RegtestNode.start();
  const [familyNode, strangerNode] = await lightningNodes(chain);
  const family = new LabWallet('Family wallet', familyNode);
  const stranger = new LabWallet('Grandma', strangerNode);
  const relay = await Relay.start(ports.relay);
  const esplora = await startHttpService(
    ({ method, url, body }) => answerEsplora(chain, method, url.pathname, body),
    ports.esplora,
  );
  const electrum = await ElectrumServer.start(chain, ports.electrum);
  const nwc = await nwcConnections(family, relay.url);
  const lnurl = await startLnurlServer(stranger, ports.lnurl);
  // The lab has no third node, so a stranger's wallet plays the isolated apps.
  const apps: NwcWallet[] = [];
  const makeApp = async (wanted: AppWanted) => {
    const app = await NwcWallet.start(stranger, relay.url, { maySpend: true, ...wanted });
    apps.push(app);
    return app.uri;
  };
  const hub = await startHubApi(family, makeApp, ports.hub);
  const phoenixd = await startPhoenixdApi(family, ports.phoenixd);
  const close = async (): Promise<void> => {
    for (const connection of [...Object.values(nwc), ...apps]) connection.close();
    await Promise.all([esplora, lnurl, hub, phoenixd].map((service) => service.close()));
    await Promise.all([electrum.close(), relay.close()]);
    familyNode.stop();
    strangerNode.stop();
    await chain.close();
  };
  return { chain, esplora, electrum, relay, family, stranger, nwc, lnurl, hub, phoenixd, close };
}
