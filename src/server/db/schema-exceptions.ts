/** What is not sharded or found by family, each with the reason. The schema test reads this. */

export const notByFamily: Readonly<Record<string, string>> = {
  users: 'directory: found by e-mail before the family is known',
  session: 'directory: found by the token of the cookie',
  passkey: 'directory: belongs to a person, whatever family they are in',
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
  task_run: 'operator: the newest run of each task of the whole program',
  migration: 'the state of the schema itself',
};

/** Indexes of tables by family that a job reads across all families. */
export const indexesByTime: readonly string[] = [
  'lightning_payment_due',
  'lightning_invoice_due',
  'lightning_connection_due',
  'gift_due',
  'payout_due',
  'wallet_scan_due',
  'subscription_invoice_due',
];
