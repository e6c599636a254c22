/** The server that looks up a family's wallet: none, the operator's, or the family's own. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import {
  type ChainServer,
  hostOf,
  readChainServer,
  requireReach,
} from '#server/adapters/chain/server.ts';
import { type ChainSettings, chainRules } from '#server/chain-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import { forgetSecret, keepSecret, readSecret } from '#server/secrets.ts';
import type { Source, SourceKind } from './contract.ts';

export type ChosenSource = { kind: SourceKind; server: ChainServer | undefined };

/** Defaults to the operator's server, if there is one. */
export async function chosenSource(
  tx: Tx,
  familyId: string,
  settings: ChainSettings,
  key: Uint8Array,
): Promise<ChosenSource> {
  const [row] = await tx<{ kind: SourceKind }[]>`
    SELECT kind FROM chain_source WHERE family_id = ${familyId}`;
  const kind = row?.kind ?? (settings.server ? 'operator' : 'none');
  if (kind === 'none') return { kind, server: undefined };
  if (kind === 'operator') return { kind, server: settings.server };
  const server = (await readSecret(tx, key, familyId, 'chain-source')) as ChainServer | undefined;
  return { kind, server };
}

const shown = (server: ChainServer | undefined): Source['server'] =>
  server ? { protocol: server.protocol, host: hostOf(server) } : null;

export const asSource = (
  { kind, server }: ChosenSource,
  { network, server: operator }: ChainSettings,
): Source => ({ network, chosen: kind, server: shown(server), operator: shown(operator) });

type Wish = { kind: SourceKind; url?: string | undefined };

/** @throws Refusal VALIDATION_ERROR for an address that is invalid or must not be called */
export async function saveSource(
  tx: Tx,
  { familyId, by, now }: { familyId: string; by: string; now: Date },
  { kind, url }: Wish,
  settings: ChainSettings,
  key: Uint8Array,
): Promise<void> {
  const server = serverOf(kind, url ?? '', settings);
  await tx`
    INSERT INTO chain_source (family_id, kind, chosen_by, chosen_at)
    VALUES (${familyId}, ${kind}, ${by}, ${now})
    ON CONFLICT (family_id) DO UPDATE SET kind = excluded.kind, chosen_by = excluded.chosen_by,
      chosen_at = excluded.chosen_at`;
  if (server) await keepSecret(tx, key, familyId, 'chain-source', server);
  else await forgetSecret(tx, familyId, 'chain-source');
}

const EXAMPLES = {
  esplora: 'https://blockstream.info/api',
  electrum: 'ssl://electrum.blockstream.info:50002',
} as const;

/** The family's own server; undefined for a choice without one. */
function serverOf(kind: SourceKind, url: string, settings: ChainSettings): ChainServer | undefined {
  if (kind === 'operator' && !settings.server)
    throw new Refusal('CONFLICT', because('NO_OPERATOR_SOURCE'), 'kind');
  if (kind === 'none' || kind === 'operator') return undefined;
  const server = readChainServer(url);
  if (server?.protocol !== kind) {
    const why = because('SOURCE_ADDRESS', { example: EXAMPLES[kind] });
    throw new Refusal('VALIDATION_ERROR', why, 'url');
  }
  try {
    requireReach(server, chainRules(settings));
  } catch {
    throw new Refusal('VALIDATION_ERROR', because('SOURCE_UNREACHABLE'), 'url');
  }
  return server;
}
