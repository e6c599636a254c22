/**
 * Contents of a family's export: everything in every table with rows of families, except the
 * exclusions listed here with their reasons. A test checks both lists against the schema.
 */
import type { Column } from '#server/db/family-tables.ts';

/** Tables that are not exported. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  session: 'who is signed in where: shown under “Your devices”, its tokens are secrets',
  joining: 'codes on a parent’s screen that end after ten minutes',
  recovery_code: 'hashes of codes on paper: worth nothing elsewhere',
  passkey: 'how a person confirms who they are: listed under “Passkeys”, worth nothing elsewhere',
  magic_link: 'open sign-in links: secrets of an hour, or of days where others asked for one',
  device: 'tokens of browsers: secrets',
  rate_limit: 'counters of attempts, gone within the hour',
  blog_view: 'how often an article was opened, by nobody in particular',
  sold_hash: 'which invoices the operator has sold; no family stands in them',
  task_run: 'when the tasks of the program ran; no family stands in them',
  request_figure: 'counts of the whole program; no family stands in them',
  incident: 'counts of the whole program by network, gone within a week',
  error_note: 'crashes of the program by id and route, gone within a week',
  push_subscription: 'addresses of devices at push services: whoever knows one can ring there',
  sealed_secret: 'boxes that only this server opens; the wallet itself exports what is in them',
  kept_copy: 'what a change has replaced, sealed, for 72 hours: to take it back here',
  referred_person: 'keyed hashes of addresses, which nobody can read back',
  chain_tip: 'how far each source of the chain was asked: blocks, nothing of a family',
  market_rate: 'what the price source of the server says; no family stands in it',
  market_look: 'when the price source was asked; no family stands in it',
  backup_run: 'what the nightly backups of the whole server came to; no family stands in them',
  erasure: 'what was erased on the whole server, by ids alone: a restore erases it again',
  restored: 'when the whole server was restored; no family stands in it',
  server_setting: 'what the operator has set; no family stands in it',
  migration: 'the state of the schema, not of a family',
  email_change: 'a change of address that waits for both mailboxes: its links are secrets',
  idempotency: 'copies of replies of the last 48 hours; what they say is exported from its table',
};

/** Columns that look secret, or contain bytes, but may leave the server, each with the reason. */
export const HARMLESS: Readonly<Record<string, string>> = {
  'entry.text_hash': 'part of what the seal covers',
  'entry_text.salt': 'part of what the seal covers',
  'seal.mac': 'the seal itself, worth nothing without the key',
  'checkpoint.seal_mac': 'as seal.mac',
  'checkpoint.mac': 'as seal.mac',
  'wallet_address.script_hash': 'another name of the address',
  'earlier_address.script_hash': 'another name of the address',
  'payment.script_hash': 'another name of the address',
  'sub_wallet.public_key': 'of a key whose secret half is in the encrypted wallet',
  'vault.salt': 'part of the encrypted wallet, which only the family’s passphrase opens',
  'vault_passkey.passkey_id': 'the id of a passkey, worth nothing without it',
  'vault_passkey.salt': 'as vault.salt: only the passkey makes the key from it',
  'payment.payment_hash': 'the name of an invoice, and part of it',
  'payment.referral_code': 'what the family typed',
  'subscription_credit.payment_hash': 'the name of an invoice, and part of it',
  'referral_code.code': 'the family gives it to its friends',
  'goal_image.bytes': 'a picture that the family stored',
};

/** Columns that never leave the server, each with the reason. */
export const WITHHELD: Readonly<Record<string, string>> = {
  'parent_pin.hash': 'a PIN has few digits: whoever holds its hash can find it',
  'parent_pin.salt': 'as parent_pin.hash',
  'wallet.refill_hash': 'it belongs to a token of the vault, and says nothing without it',
  'users.last_active_at': 'when another adult was here last is nobody else’s to know',
  'referral.referrer_id': 'the id of another family',
  'message.read_at': 'when somebody read a message, likewise',
};

const SECRET_NAME = /token|secret|hash|code|(^|_)pin($|_)|pass|key|salt|mac$/;

/** True if the column must be listed in HARMLESS or WITHHELD. */
export const looksSecret = ({ column, type }: Pick<Column, 'column' | 'type'>): boolean =>
  type === 'bytea' || SECRET_NAME.test(column);

/** Denies by default: a column that looks secret and isn't known to be harmless is withheld. */
export const isExported = (column: Column): boolean =>
  !(nameOf(column) in WITHHELD) && (!looksSecret(column) || nameOf(column) in HARMLESS);

const nameOf = ({ table, column }: Column) => `${table}.${column}`;
