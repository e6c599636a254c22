/** Recognizes, by form alone, other things that people paste instead of an invoice. Pure. */

/** `lnurl`: also anything that leads to one, such as a link with `lightning=`. `offer`: BOLT 12. */
export type PastedKind = 'address' | 'lnurl' | 'offer' | 'bitcoin';

/** The order matters: a `bitcoin:` link may contain an offer. */
const FORMS: readonly (readonly [PastedKind, RegExp])[] = [
  ['offer', /^ln[oir]1|[?&]lno=/i],
  ['lnurl', /^lnurl(1|[pwc]:)|^keyauth:|[?&]lightning=lnurl1/i],
  ['bitcoin', /^bitcoin:/i],
  ['bitcoin', /^(bc|tb|bcrt)1[a-z0-9]{20,}$/i],
  ['bitcoin', /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/],
  ['address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
];

/** True if it can supply an invoice: a Lightning address, or an LNURL itself (LUD-01). */
export const givesInvoices = (text: string): boolean =>
  pastedKind(text) === 'address' || /^(lightning:)?lnurl1/i.test(text.trim());

/** Undefined for an invoice, and for anything else. */
export function pastedKind(text: string): PastedKind | undefined {
  const bare = text.trim().replace(/^lightning:/i, '');
  return FORMS.find(([, form]) => form.test(bare))?.[0];
}
