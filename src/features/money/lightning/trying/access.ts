/** Decides who may use which trial, how they queue, and what it may reach. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { LightningSettings, LightningWallet } from '#core/lightning/wallet.ts';
import { networkOf } from '#features/people/auth/rules.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import type { LightningReach } from '#server/adapters/lightning/port.ts';
import { type Actor, findActor } from '#server/http/actor.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { newPlaces } from '#server/places.ts';
import { connectionFor, readSettings } from '../connections/store.ts';
import { reachOf } from '../connections/wallet.ts';
import { openTrial, sealTrial, type Trial, type TrialSource } from './trial.ts';

export type Call = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly now: Date;
};

/** Tries per kind, hour and network. */
const TRIES = { points: 10, seconds: 3_600 };
/** Separate from families' places: they never wait for a visitor. */
const PLACES = { quick: 8, slow: 2, waiting: 24, ofOne: 2, waitMs: 10_000 };
const PATIENCE = { answerMs: 4_000, startMs: 9_000, payMs: 9_000 };

export function newTrials(services: Mounted, limit: Limiter) {
  const { secretsKey, cookies } = services;
  const places = newPlaces(PLACES);
  /** @throws Refusal RATE_LIMITED, or TRY_AGAIN if too many are waiting already */
  const inTurn = async <T>(kind: string, { request }: Call, work: () => Promise<T>): Promise<T> => {
    const network = networkOf(request.ip);
    if (!(await limit(`trial-${kind}`, network, TRIES)))
      throw new Refusal('RATE_LIMITED', because('WAIT_HOUR'));
    return places.run(network, work);
  };
  const trialOf = ({ request, now }: Call): Trial | undefined =>
    openTrial(secretsKey, cookies.read(request, 'trial'), now);
  return {
    inTurn,
    /** This browser's trial, if it has one. */
    trialOf,
    keep: ({ reply }: Call, trial: Trial) => cookies.setTrial(reply, sealTrial(secretsKey, trial)),
    /** @throws Refusal NOT_FOUND if it has ended or is a different one */
    requireTrial: async (call: Call, connectionId?: string): Promise<Trial> => {
      const trial = trialOf(call);
      const isNamed = connectionId === undefined || trial?.connectionId === connectionId;
      if (!trial || !isNamed || !(await mayUse(services, call, trial.source)))
        throw new Refusal('NOT_FOUND', because('TRIAL_OVER'));
      return trial;
    },
    /** @throws ConnectionError, and the errors of `inTurn` */
    withWallet: async <T>(
      kind: string,
      call: Call,
      { source }: Trial,
      work: (wallet: LightningWallet) => Promise<T>,
    ): Promise<T> => {
      const settings = await settingsOf(services, source);
      if (!settings) throw new Refusal('NOT_FOUND', because('TRIAL_OVER'));
      const reach = reachFor(services, await adultBehind(services, call));
      return inTurn(kind, call, async () => {
        const wallet = await openWallet(settings, reach);
        try {
          return await work(wallet);
        } finally {
          wallet.close();
        }
      });
    },
  };
}

/** Undefined for visitors and children. */
export async function adultBehind(
  { db, cookies, admins }: Mounted,
  { request, now }: Call,
): Promise<Actor | undefined> {
  const actor = await findActor(db.app, cookies.read(request, 'session'), admins, now);
  return actor?.role === 'child' ? undefined : actor;
}

/** Only a family's signed-in adults may use its saved connection. */
const mayUse = async (services: Mounted, call: Call, source: TrialSource): Promise<boolean> =>
  !('familyId' in source) || (await adultBehind(services, call))?.familyId === source.familyId;

/** Undefined if the family has saved none. */
export async function settingsOf(
  { db, secretsKey }: Mounted,
  source: TrialSource,
): Promise<LightningSettings | undefined> {
  if (!('familyId' in source)) return { kind: 'nwc', ...source };
  const { familyId } = source;
  return db.readFamily(familyId, async (tx) => {
    const row = await connectionFor(tx, familyId, 'receive');
    return row && readSettings(tx, secretsKey, familyId, row.purpose);
  });
}

/** Hosts trusted by the operator are for families; visitors reach only public ones over TLS. */
export const reachFor = ({ chain }: Mounted, adult: Actor | undefined): LightningReach => ({
  ...reachOf(chain),
  ...(!adult && { rules: {} }),
  patience: PATIENCE,
});
