/**
 * Tables and indexes that are not sharded or found by family, each with the reason. Read by the
 * schema test.
 */

export const notByFamily: Readonly<Record<string, string>> = {
  users: 'directory: found by e-mail before the family is known',
  session: 'directory: found by the token of the cookie',
  passkey: 'directory: belongs to a person, whatever family they are in',
  recovery_code: 'directory: found by what a stranger types; belongs to a person',
  joining: 'directory: found by the code on a parent’s screen, by a device that knows nothing else',
  magic_link: 'directory: found by the token of the mail; belongs to an address, not to a family',
  device: 'directory: found by the token of the device cookie',
  invitation: 'directory: found by e-mail by someone who is not yet in the family',
  email_change: 'directory: found by the tokens of two mails, perhaps without being signed in',
  gift_address: 'directory: found by a payer, who knows nothing but the name',
  referral_code: 'directory: found by a friend, who knows nothing but the code',
  referral: 'directory: joins two families, one that invited and one that paid',
  sold_hash: 'operator: hashes of invoices that were handed out; no family stands in them',
  referred_person: 'directory: keyed hashes that outlive their family; no family stands in them',
  rate_limit: 'directory: counts attempts of strangers',
  blog_view: 'directory: how often an article was opened, without saying by whom',
  request_figure: 'operator: counts of replies of the whole program',
  incident: 'operator: counts of errors and refusals of the whole program, by network',
  error_note: 'operator: the newest crashes of the whole program, by the id in the log',
  chain_tip: 'operator: how far each source of the chain was asked',
  market_rate: 'operator: what the price source says; no family stands in it',
  market_look: 'operator: when the price source was asked; no family stands in it',
  task_run: 'operator: the newest run of each task of the whole program',
  backup_run: 'operator: what each night’s backup came to; no family stands in it',
  erasure:
    'operator: what was erased, by its id; it outlives the family, so that a restore erases again',
  restored: 'operator: each restore, and whether somebody has checked it; no family stands in it',
  server_setting: 'operator: what the operator has set; no family stands in it',
  migration: 'the state of the schema itself',
};

/** Indexes for jobs that read across all families. */
export const indexesByTime: readonly string[] = [
  'payment_due',
  'lightning_connection_due',
  'payout_due',
  'wallet_scan_due',
  'family_rate_source',
];

/**
 * Tables with rows of people or families that are not under row-level security, each with the
 * look-up that the server does before it knows the family. Requests may read every row, so each
 * statement finds its rows by the columns given here. They hold no money and no secret in the
 * clear: tokens are hashes.
 */
export const outsideRowSecurity: Readonly<Record<string, string>> = {
  users: 'a person by e-mail address, at sign-in',
  session: 'a session by the hash of its token, at every call; it says which family is named next',
  passkey: 'a passkey by its id, which a browser sends without saying whose it is',
  device: 'a device by the hash of its cookie, before anybody signs in on it',
  recovery_code: 'a code by its hash, before anybody is signed in',
  joining: 'an offer by the public half of its code, by a device without a session',
  magic_link: 'a link or code by its hash, or by an address that may be nobody’s yet',
  invitation: 'an invitation by the address of somebody who is not in the family yet',
  email_change: 'a change by the hashes in two mails, which may be opened without a session',
  gift_address: 'a child by a name that a payer types, who has no session',
  referral_code: 'a family by a code that a stranger types',
  referral: 'one row of two families: each pays or is paid through it',
};
