/** Reads and saves the operator's settings, validated by the same rules as the environment. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { languageAt } from '#features/people/auth/store.ts';
import { signInLink } from '#features/people/invitations/invite.ts';
import { openingMail } from '#features/people/invitations/mails.ts';
import { addOpening } from '#features/people/invitations/openings.ts';
import { mailTo } from '#server/adapters/mail/mail.ts';
import { transaction } from '#server/db/database.ts';
import { readChangeable } from '#server/env.ts';
import type { Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { BadSetting, type Given } from '#server/setting-values.ts';
import { type Kept, keepSettings, readSettings, SECRET, type Settable } from '#server/settings.ts';
import { type ServerSettings, type serverSettings, TEXTS, type TextName } from './contract.ts';
import { isNetworkInUse, peopleWithPasskeys } from './store.ts';

/** The setting behind each text field. */
const NAMES: Readonly<Record<TextName, Settable>> = {
  chainUrl: 'CHAIN_URL',
  smtpUrl: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  publicUrl: 'PUBLIC_URL',
  sourceUrl: 'SOURCE_URL',
  donationAddress: 'DONATION_ADDRESS',
  donationLightning: 'DONATION_LIGHTNING',
};

const WRONG: Readonly<Record<TextName, Sentence>> = {
  chainUrl: because('CHAIN_URL_WRONG'),
  smtpUrl: because('SMTP_URL_WRONG'),
  mailFrom: because('MAIL_FROM_WRONG'),
  publicUrl: because('PUBLIC_URL_WRONG'),
  sourceUrl: because('SOURCE_URL_WRONG'),
  donationAddress: because('DONATION_ADDRESS_WRONG'),
  donationLightning: because('DONATION_LIGHTNING_WRONG'),
};

export function serverSettingsHandlers(services: Services): Handlers<typeof serverSettings> {
  const { db, secretsKey, settings, jobs } = services;
  const kept = () => readSettings(db.owner, secretsKey, settings.environment);
  return {
    read: async () => asSettings(services, await kept()),

    save: async ({ network, signups, withoutPasskeys, ...texts }, { actor, now, request }) => {
      const wished: Partial<Record<Settable, string | null>> = {
        ...(network !== undefined && { BITCOIN_NETWORK: network }),
        ...(signups !== undefined && { SIGNUPS: signups }),
      };
      for (const name of TEXTS)
        if (texts[name] !== undefined) wished[NAMES[name]] = texts[name] || null;
      const before = await kept();
      refuseFixed(wished, settings.environment);
      refuseWrong(before.given, wished);
      await refuseWhatBreaks(services, before.given, wished, withoutPasskeys);
      await transaction(db.owner, 'BEGIN', (tx) =>
        keepSettings(tx, secretsKey, wished, { by: actor.userId, now }),
      );
      const names = Object.keys(wished);
      request.log.warn({ id: request.id, operator: actor.userId, names }, 'settings changed');
      settings.changed();
      return { success: true };
    },

    invite: async ({ email }, { actor, now }) => {
      const { familyId, userId } = actor;
      const link = await transaction(db.app, 'BEGIN', async (tx) => {
        await addOpening(tx, { familyId, userId, email }, now);
        const made = await signInLink(services, tx, email, now);
        const language = (await languageAt(tx, email)) ?? (await languageAt(tx, actor.email));
        const letters = openingMail({ inviter: actor.email, link: made });
        await jobs.mail(mailTo({ email, language }, letters), tx);
        return made;
      });
      return { success: true, link: services.checkMail ? null : link };
    },
  };
}

async function asSettings(
  { db, settings: { environment, signups, startedAt } }: Services,
  { given, kept }: Kept,
): Promise<ServerSettings> {
  const from = (name: Settable) =>
    environment[name] ? 'environment' : kept.has(name) ? 'page' : 'usual';
  const text = (name: Settable) => ({
    value: SECRET.has(name) ? null : given[name] || null,
    isSet: Boolean(given[name]),
    from: from(name),
  });
  return {
    startedAt: startedAt.toISOString(),
    isAnswered: Boolean(given.BITCOIN_NETWORK && given.SIGNUPS),
    network: {
      value: (given.BITCOIN_NETWORK || null) as ServerSettings['network']['value'],
      from: from('BITCOIN_NETWORK'),
      isInUse: await isNetworkInUse(db.owner),
    },
    signups: { value: signups, from: from('SIGNUPS') },
    texts: Object.fromEntries(
      TEXTS.map((name) => [name, text(NAMES[name])]),
    ) as ServerSettings['texts'],
    peopleWithPasskeys: await peopleWithPasskeys(db.owner),
  };
}

type Wished = Readonly<Partial<Record<Settable, string | null>>>;

const fieldOf = (setting: string): TextName | undefined =>
  TEXTS.find((name) => NAMES[name] === setting);

/** @throws Refusal CONFLICT for values set by the environment */
function refuseFixed(wished: Wished, environment: Given): void {
  for (const name of Object.keys(wished))
    if (environment[name])
      throw new Refusal('CONFLICT', because('SET_OUTSIDE'), fieldOf(name) ?? 'form');
}

/** @throws Refusal VALIDATION_ERROR for values that the next start would refuse */
function refuseWrong(given: Given, wished: Wished): void {
  try {
    readChangeable({ ...given, ...withoutNull(wished) });
  } catch (error) {
    const field = error instanceof BadSetting ? fieldOf(error.setting) : undefined;
    if (!field) throw error;
    throw new Refusal('VALIDATION_ERROR', WRONG[field], field);
  }
}

const withoutNull = (wished: Wished): Given =>
  Object.fromEntries(Object.entries(wished).map(([name, value]) => [name, value ?? undefined]));

/**
 * @throws Refusal CONFLICT for changing the network of existing wallets, or the host of existing
 * passkeys
 */
async function refuseWhatBreaks(
  { db }: Services,
  given: Given,
  { BITCOIN_NETWORK: network, PUBLIC_URL: publicUrl }: Wished,
  withoutPasskeys: boolean,
): Promise<void> {
  if (network && network !== given.BITCOIN_NETWORK && (await isNetworkInUse(db.owner)))
    throw new Refusal('CONFLICT', because('NETWORK_IN_USE'), 'network');
  const host = (text: string | null | undefined) => (text ? new URL(text).hostname : 'localhost');
  const isMoved = publicUrl !== undefined && host(publicUrl) !== host(given.PUBLIC_URL);
  if (isMoved && !withoutPasskeys && (await peopleWithPasskeys(db.owner)) > 0)
    throw new Refusal('CONFLICT', because('PASSKEYS_BOUND'), 'publicUrl');
}
