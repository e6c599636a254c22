/** Connects, checks and disconnects the family's wallet. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ConnectionError, type LightningSettings } from '#core/lightning/wallet.ts';
import { prefersEncryption } from '#features/money/vault/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { type Handlers, preparedBy } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { talkedBy } from '#server/http/talking.ts';
import { newId } from '#server/ids.ts';
import { keptAtRest, noteSpending } from '../coverage/store.ts';
import { requireRelays } from '../pipe/relays.ts';
import { budgetLeft, obstacleTo, providerOf, settingsOf, whyOf } from './connecting.ts';
import { type Connection, type lightning, PURPOSES, type Purpose } from './contract.ts';
import { jsonSats } from './json-sats.ts';
import { type ConnectionRow, connectionFor, removeConnection, saveConnection } from './store.ts';
import { checkConnection, type Probed, probe, reachOf } from './wallet.ts';

type Calls = Pick<typeof lightning, 'connect' | 'testConnection' | 'removeConfig'>;

export const connectionHandlers = (services: Mounted): Handlers<Calls> => {
  const { secretsKey, chain, talks } = services;
  /** @throws Refusal CONFLICT with the wallet's message, or if it doesn't answer */
  const ask = async (familyId: string, settings: LightningSettings): Promise<Probed> => {
    try {
      const probed = await talks.run(familyId, () => probe(settings, reachOf(chain)));
      if (probed) return probed;
    } catch (error) {
      if (error instanceof ConnectionError) throw new Refusal('CONFLICT', whyOf(error.code));
      throw error;
    }
    throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
  };
  return {
    // The request contains the secret, so no part of it is stored before the wallet has answered.
    connect: preparedBy(
      async (typed, { actor }) => {
        const settings = settingsOf(typed);
        requireRelays(settings, chain);
        const probed = await ask(actor.familyId, settings);
        const obstacle = obstacleTo(typed, probed.description);
        if (obstacle) throw new Refusal('CONFLICT', obstacle.why, obstacle.field);
        return { settings, probed };
      },
      async ({ purpose, type, withoutBudget }, { tx, actor, now }, { settings, probed }) => {
        const { familyId, userId: by } = actor;
        if (purpose === 'spend' && (await prefersEncryption(tx, familyId)))
          throw new Refusal('CONFLICT', because('PAYING_IS_ENCRYPTED'), 'purpose');
        const { description, balanceSats } = probed;
        const provider = providerOf(settings, description.alias);
        const budgetSats = budgetLeft(description.budget);
        const connectionId = newId(now.getTime());
        const made = {
          ...{ connectionId, purpose, type, provider, balanceSats, budgetSats, by },
          withoutBudget: purpose === 'spend' && withoutBudget,
        };
        await saveConnection(tx, secretsKey, familyId, settings, made, now);
        if (purpose === 'spend' && balanceSats !== null) {
          const before = await keptAtRest(tx, familyId);
          await noteSpending(services, tx, familyId, { heldSats: balanceSats, before, now });
        }
        const row = { ...made, state: 'connected', checkedAt: now, connectedAt: now } as const;
        return {
          success: true,
          provider,
          connection: asConnection({ ...row, rotationDue: false }),
        };
      },
    ),

    testConnection: talkedBy({
      prepare: async ({ purpose }, { tx, actor: { familyId } }) => {
        await requireConnection(tx, familyId, purpose);
        return { familyId, purpose };
      },
      talk: async ({ familyId, purpose }) => ({
        failed: await checkConnection(services, familyId, purpose),
      }),
      settle: async ({ purpose }, { tx, actor }, { result }) => {
        const row = await requireConnection(tx, actor.familyId, purpose);
        const why = result ? result.failed && whyOf(result.failed) : because('WALLET_NO_ANSWER');
        return { success: !why, provider: row.provider, message: why ? why.english : '' };
      },
    }),

    removeConfig: async ({ purpose }, { tx, actor }) => {
      for (const one of purpose ? [purpose] : PURPOSES)
        await removeConnection(tx, actor.familyId, one);
      return { success: true };
    },
  };
};

async function requireConnection(
  tx: Tx,
  familyId: string,
  purpose: Purpose,
): Promise<ConnectionRow> {
  const row = await connectionFor(tx, familyId, purpose);
  if (row?.purpose !== purpose) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
  return row;
}

export const asConnection = (row: ConnectionRow): Connection => ({
  purpose: row.purpose,
  provider: row.provider,
  type: row.type,
  state: row.state,
  balance: row.balanceSats === null ? null : jsonSats(row.balanceSats),
  budget: row.budgetSats === null ? null : jsonSats(row.budgetSats),
  checkedAt: row.checkedAt.toISOString(),
  connectedAt: row.connectedAt.toISOString(),
  isRotationDue: row.rotationDue,
});
