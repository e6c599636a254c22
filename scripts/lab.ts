/**
 * `npm run lab`: the wallet lab on fixed ports of this machine, until Ctrl+C or SIGTERM. Prints
 * what to paste where.
 */
import { infoOf, type LabInfo, startControl } from '../testkit/control.ts';
import { startLab } from '../testkit/lab.ts';

const PORTS = {
  esplora: 48720,
  electrum: 48721,
  relay: 48722,
  lnurl: 48723,
  hub: 48724,
  phoenixd: 48725,
  control: 48726,
};

function show(info: LabInfo, seconds: string): void {
  const hosts = [info.relay, info.hub.url, info.phoenixd.url].map((url) => new URL(url).host);
  const addresses = info.lightningAddress.split('@')[1];
  const lines = [
    `The wallet lab is ready after ${seconds} s. Its coins are worth nothing. Ctrl+C ends it.`,
    '',
    'Start Satling beside it:',
    `  BITCOIN_NETWORK=regtest CHAIN_URL=tcp://${info.electrum} \\`,
    `  CHAIN_HOSTS=${[...hosts, addresses].join()} npm start`,
    '',
    'Paste into a family’s wallet settings:',
    `  receive-only connection  ${info.nwc.receiveOnly}`,
    `  spending connection      ${info.nwc.spending}`,
    `  Alby Hub                 ${info.hub.url}  token ${info.hub.token}`,
    `  phoenixd                 ${info.phoenixd.url}  password ${info.phoenixd.password}`,
    `  a Lightning address      ${info.lightningAddress}`,
    '',
    'Press its buttons:',
    `  curl ${info.control}/mine -d '{"blocks":1}'`,
    `  curl ${info.control}/send -d '{"payments":[{"address":"bcrt1…","sats":50000}]}'`,
    `  curl ${info.control}/reorg -d '{"depth":2}'`,
    `  curl ${info.control}/pay -d '{"bolt11":"lnbcrt…"}'`,
    `  curl ${info.control}/fail -d '{"service":"spending","fault":{"kind":"silent"}}'`,
    `  curl ${info.control}/heal -d '{"service":"spending"}'`,
  ];
  console.log(lines.join('\n'));
}

const lab = await startLab(PORTS);
const control = await startControl(lab, PORTS.control);
show(infoOf(lab, control), (performance.now() / 1000).toFixed(1));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await control.close();
    await lab.close();
    process.exit(0);
  });
}
