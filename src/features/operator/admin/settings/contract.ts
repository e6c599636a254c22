/** The operator's settings page, and invitations to start a family here. */
import * as v from 'valibot';
import { endpoint, type Summaries } from '#contract/endpoint.ts';
import { done, email, moment, nothing } from '#contract/fields.ts';
import { ADDRESS_FORMATS, type BitcoinNetwork } from '#core/bitcoin/network.ts';

export const NETWORKS = Object.keys(ADDRESS_FORMATS) as BitcoinNetwork[];
export const SIGNUPS = ['open', 'invited', 'closed'] as const;

/** The source of a value. Pages can't change values set by the environment. */
const SOURCES = ['environment', 'page', 'usual'] as const;

const text = v.object({
  /** Null if it isn't set, and for secrets. */
  value: v.nullable(v.string()),
  isSet: v.boolean(),
  from: v.picklist(SOURCES),
});
export type SettingText = v.InferOutput<typeof text>;

export const TEXTS = [
  ...(['chainUrl', 'smtpUrl', 'mailFrom', 'publicUrl'] as const),
  ...(['sourceUrl', 'donationAddress', 'donationLightning'] as const),
];
export type TextName = (typeof TEXTS)[number];

const forEachText = <T>(one: T) =>
  Object.fromEntries(TEXTS.map((name) => [name, one])) as Record<TextName, T>;

const ServerSettings = v.object({
  /** When this program started; different after each restart. */
  startedAt: moment,
  /** False until the network and the permission to open families have been chosen. */
  isAnswered: v.boolean(),
  network: v.object({
    value: v.nullable(v.picklist(NETWORKS)),
    from: v.picklist(SOURCES),
    /** True if a wallet, an address or an invoice of this network exists. */
    isInUse: v.boolean(),
  }),
  signups: v.object({ value: v.picklist(SIGNUPS), from: v.picklist(SOURCES) }),
  texts: v.object(forEachText(text)),
  /** How many people have passkeys, which are tied to the current public address. */
  peopleWithPasskeys: v.number(),
});
export type ServerSettings = v.InferOutput<typeof ServerSettings>;

/** Null resets a value to its default. */
const changed = v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(2_000))));

export const serverSettings = {
  read: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    input: nothing,
    output: ServerSettings,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/admin/settings',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: v.strictObject({
      network: v.optional(v.picklist(NETWORKS)),
      signups: v.optional(v.picklist(SIGNUPS)),
      ...forEachText(changed),
      /** Accepts another public address although it invalidates existing passkeys. */
      withoutPasskeys: v.optional(v.boolean(), false),
    }),
    output: done,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    money: 'none',
    fresh: true,
    input: v.strictObject({ email: email() }),
    output: v.object({
      success: v.literal(true),
      /** To hand over in person if there is no mail server. */
      link: v.nullable(v.string()),
    }),
  }),
};

export const serverSettingsSummaries: Summaries<typeof serverSettings> = {
  read: 'What the operator has set, and where each value comes from',
  save: 'Set it; the program starts again with it, which takes a second or two',
  invite: 'Invite a person to open a family of their own here',
};
