/**
 * Pays an LNURL (LUD-06) with an optional comment (LUD-12): reads the server's two answers and
 * builds the URL of the second request. Everything is checked before a parent sees it: an invoice
 * for another amount, purpose or network is refused here.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decodeInvoice, type Invoice } from './bolt11.ts';
import type { Network } from './bolt11-prefix.ts';
import { type Reach, readEndpoint } from './endpoint.ts';
import { LightningError } from './error.ts';
import { type Fields, parseJson, readFields } from './fields.ts';
import { shortened, utf8Bytes } from './text.ts';

export type PayRequest = {
  /** The payee. LUD-06: every payment screen shows it. */
  readonly host: string;
  readonly callback: string;
  readonly minMsat: bigint;
  readonly maxMsat: bigint;
  /** Exactly as received: the invoice commits to its hash. */
  readonly metadata: string;
  /** `text/plain` in the metadata. Written by a stranger, like the next two. */
  readonly text: string;
  /** `text/long-desc` (LUD-20). */
  readonly longText: string | undefined;
  /** `text/identifier` or `text/email` (LUD-16): the address the server claims to answer for. */
  readonly identifier: string | undefined;
  /** The longest comment allowed; 0 means none (LUD-12). */
  readonly maxCommentChars: number;
};

/** Enough for one image of 136,536 characters (LUD-06). */
const MAX_METADATA_CHARS = 200_000;
const MAX_METADATA_ENTRIES = 100;
const MAX_TEXT_CHARS = 4096;
const MAX_LONG_TEXT_CHARS = 20_000;
const MAX_REASON_CHARS = 300;
/** Servers may cut or refuse longer URLs (LUD-12, "Note on comment length"). */
const MAX_URL_CHARS = 2000;
const MAX_INVOICE_CHARS = 7089;

/** @throws LightningError BAD_ANSWER, or SERVICE_REFUSED for `{"status": "ERROR", "reason"}` */
export function readAnswer(answer: unknown): Fields {
  const fields = readFields(answer, "The server's answer", 'BAD_ANSWER');
  const status = fields.at('status');
  if (typeof status !== 'string' || status.toUpperCase() !== 'ERROR') return fields;
  const reason = fields.at('reason');
  throw new LightningError(
    'SERVICE_REFUSED',
    typeof reason === 'string' && reason.trim() !== ''
      ? shortened(reason.trim(), MAX_REASON_CHARS)
      : 'The server refuses without giving a reason',
  );
}

/**
 * Reads the first answer (LUD-06, step 3). `asked` is the URL that gave it.
 * @throws LightningError BAD_ANSWER or SERVICE_REFUSED
 */
export function readPayRequest(asked: URL, answer: unknown, reach: Reach = {}): PayRequest {
  const fields = readAnswer(answer);
  const tag = fields.text('tag', 50);
  if (tag !== 'payRequest') fields.fail(`is no pay request but "${shortened(tag, 30)}"`);
  const minMsat = fields.msat('minSendable');
  const maxMsat = fields.msat('maxSendable');
  if (minMsat < 1n || maxMsat < minMsat)
    fields.fail('needs a minSendable of 1 or more and a maxSendable not below it');
  const metadata = fields.text('metadata', MAX_METADATA_CHARS);
  return {
    host: asked.hostname,
    callback: callbackOf(fields, reach),
    minMsat,
    maxMsat,
    metadata,
    ...readMetadata(metadata),
    maxCommentChars: fields.optionalInteger('commentAllowed') ?? 0,
  };
}

function callbackOf(fields: Fields, reach: Reach): string {
  const url = namedAddress(fields, 'callback', reach);
  // Two amounts in one URL would be ambiguous.
  if (url.searchParams.has('amount') || url.searchParams.has('comment'))
    fields.fail('has a callback that names an amount or a comment itself');
  return url.href;
}

/**
 * An address given by the server. It may be on another host: people often use their own domain for
 * a wallet elsewhere. Whether that host may be called is checked when it is dialed.
 * @throws LightningError BAD_ANSWER
 */
const namedAddress = (fields: Fields, name: string, reach: Reach): URL =>
  readEndpoint(
    fields.text(name, MAX_URL_CHARS),
    'https:',
    `The address "${name}" in the server's answer`,
    'BAD_ANSWER',
    reach,
  );

/** A list of lists, each with its kind first; unknown kinds are skipped (LUD-06). */
function readMetadata(metadata: string): Pick<PayRequest, 'text' | 'longText' | 'identifier'> {
  const list = parseJson(metadata, "The metadata in the server's answer", 'BAD_ANSWER');
  const fields = readFields({ metadata: list }, "The server's answer", 'BAD_ANSWER');
  const entries = fields.list('metadata', MAX_METADATA_ENTRIES).map((entry) => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string')
      return fields.fail('has metadata that is not a list of lists');
    return { kind: entry[0], content: entry[1] as unknown };
  });
  const one = (kind: string, maxChars: number): string | undefined => {
    const found = entries.filter((entry) => entry.kind === kind);
    if (found.length > 1) fields.fail(`has more than one ${kind} in its metadata`);
    return readFields(
      { [kind]: found[0]?.content },
      "The server's metadata",
      'BAD_ANSWER',
    ).optionalText(kind, maxChars);
  };
  return {
    text: one('text/plain', MAX_TEXT_CHARS) ?? fields.fail('has no text/plain in its metadata'),
    longText: one('text/long-desc', MAX_LONG_TEXT_CHARS),
    identifier: one('text/identifier', 320) ?? one('text/email', 320),
  };
}

/**
 * The URL of the second request (LUD-06, step 4; LUD-12), including the callback's own query.
 * @throws LightningError BAD_AMOUNT or COMMENT_TOO_LONG
 */
export function invoiceUrl(request: PayRequest, amountMsat: bigint, comment = ''): string {
  const { minMsat, maxMsat, maxCommentChars } = request;
  if (amountMsat < minMsat || amountMsat > maxMsat)
    throw new LightningError(
      'BAD_AMOUNT',
      `${request.host} takes from ${minMsat} to ${maxMsat} millisatoshis, not ${amountMsat}`,
    );
  const tooLong = (max: number): never => {
    throw new LightningError('COMMENT_TOO_LONG', `The comment may have ${max} characters at most`);
  };
  if (comment.length > maxCommentChars) tooLong(maxCommentChars);
  const separator = request.callback.includes('?') ? '&' : '?';
  const url = `${request.callback}${separator}amount=${amountMsat}`;
  if (comment === '') return url;
  // URL encoding takes up to nine characters for one.
  const room = Math.floor((MAX_URL_CHARS - url.length - '&comment='.length) / 9);
  const whole = `${url}&comment=${encodeURIComponent(comment.toWellFormed())}`;
  return whole.length <= MAX_URL_CHARS ? whole : tooLong(Math.max(0, room));
}

export type OfferedInvoice = {
  readonly invoice: Invoice;
  /** Reports whether the invoice was paid (LUD-21); undefined if the server doesn't offer that. */
  readonly verifyUrl: string | undefined;
};

/**
 * Reads the second answer (LUD-06, steps 5 to 7), the one to `invoiceUrl(request, amountMsat)`.
 * @throws LightningError BAD_ANSWER, BAD_INVOICE, UNSUPPORTED_INVOICE, SERVICE_REFUSED,
 * or OTHER_INVOICE for another amount, purpose or network, or an invoice that has expired.
 */
export function readOfferedInvoice(
  request: PayRequest,
  amountMsat: bigint,
  answer: unknown,
  expected: { readonly network: Network; readonly nowSeconds: number },
  reach: Reach = {},
): OfferedInvoice {
  const fields = readAnswer(answer);
  const invoice = decodeInvoice(fields.text('pr', MAX_INVOICE_CHARS));
  const other = (why: string): never => {
    throw new LightningError('OTHER_INVOICE', `The invoice from ${request.host} ${why}`);
  };
  if (invoice.network !== expected.network)
    other(`is for the network ${invoice.network}, not ${expected.network}`);
  if (invoice.amountMsat !== amountMsat)
    other(`is over ${invoice.amountMsat ?? 'any number of'} millisatoshis, not ${amountMsat}`);
  if (!isAbout(invoice, request.metadata)) other('is not for what the server described');
  if (invoice.expiresAt <= expected.nowSeconds) other('has expired');
  const verifyUrl =
    fields.at('verify') === undefined ? undefined : namedAddress(fields, 'verify', reach).href;
  return { invoice, verifyUrl };
}

/**
 * LUD-06 requires the hash of the metadata. CoinOS puts in the metadata itself, which is just as
 * good.
 */
const isAbout = (invoice: Invoice, metadata: string): boolean =>
  invoice.description === metadata ||
  invoice.descriptionHash === bytesToHex(sha256(utf8Bytes(metadata)));
