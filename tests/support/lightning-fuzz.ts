/**
 * Random and damaged input for everything in Lightning that reads strangers' data. The result must
 * always be a value or a LightningError. Damaged input starts from valid input, to get past the
 * first checks; invoices get a new checksum, as a forger would give them.
 */
import { chacha20 } from '@noble/ciphers/chacha.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base64, bech32 } from '@scure/base';
import fc from 'fast-check';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { LightningError } from '#core/lightning/error.ts';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import { invoiceUrl, readOfferedInvoice, readPayRequest } from '#core/lightning/lnurl-pay.ts';
import { readVerification } from '#core/lightning/lnurl-verify.ts';
import { nip04Decrypt, nip04Encrypt } from '#core/lightning/nip04.ts';
import { messageKeys, nip44Decrypt, nip44Encrypt } from '#core/lightning/nip44.ts';
import { publicKeyOf, readEvent, signEvent } from '#core/lightning/nostr.ts';
import { INFO_KIND, readConnection, readWalletInfo } from '#core/lightning/nwc.ts';
import {
  getBalance,
  getBudget,
  getInfo,
  listTransactions,
  lookupInvoice,
  makeInvoice,
  payInvoice,
} from '#core/lightning/nwc-calls.ts';
import { type NwcCall, readReply } from '#core/lightning/nwc-reply.ts';
import {
  CREATED_AT,
  NODE_ID,
  numberField,
  ORDINARY,
  PAYMENT_HASH,
  PREIMAGE,
  writeInvoice,
} from './invoice.ts';

const INVOICES = [
  writeInvoice(),
  writeInvoice({
    prefix: 'lnbc20m',
    fields: [...Object.values(ORDINARY), numberField('x', 60), numberField('c', 40)],
  }),
  writeInvoice({ fields: [...Object.values(ORDINARY), ['f', [17, ...new Array(32).fill(3)]]] }),
  writeInvoice({ fields: [...Object.values(ORDINARY), ['r', new Array(82).fill(0)]] }),
] as const;

/** One to three places of a valid text are removed or overwritten. */
const damagedText = (...sound: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom(...sound),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(3), fc.string({ unit: 'binary', maxLength: 3 })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([text, changes]) =>
      changes.reduce((damaged, [place, removed, written]) => {
        const at = place % (damaged.length + 1);
        return damaged.slice(0, at) + written + damaged.slice(at + removed);
      }, text),
    );

/** One to three fields of a valid object contain any JSON, or are missing. */
const damagedObject = (...sound: readonly object[]) =>
  fc
    .tuple(
      fc.constantFrom(...sound),
      fc.array(fc.tuple(fc.nat(50), fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.nat())), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([object, changes]): unknown => {
      const names = Object.keys(object);
      const damaged = changes.map(([place, value]) => [names[place % names.length], value]);
      return { ...object, ...Object.fromEntries(damaged) };
    });

/** A valid invoice with up to three changed words, or another prefix, and a matching checksum. */
const forgedInvoice = fc
  .tuple(
    fc.constantFrom(...INVOICES),
    fc.array(fc.tuple(fc.nat(2000), fc.nat(31)), { minLength: 1, maxLength: 3 }),
    fc.option(fc.constantFrom('lnbcrt22u', 'lnbc', 'lntb1p', 'lnbc21n', 'lntbs9m')),
  )
  .map(([sound, changes, prefix]) => {
    const decoded = bech32.decode(sound as `${string}1${string}`, false);
    const words = [...decoded.words];
    for (const [place, word] of changes) words[place % words.length] = word;
    return { sound, text: bech32.encode(prefix ?? decoded.prefix, words, false) };
  });

const ASKED = new URL('https://example.org/.well-known/lnurlp/mia');
const METADATA = '[["text/plain","For Mia"],["text/long-desc","a"],["image/png;base64","aaaa"]]';
const PAY_REQUEST = {
  tag: 'payRequest',
  callback: 'https://example.org/cb?x=1',
  minSendable: 1000,
  maxSendable: 100_000_000,
  metadata: METADATA,
  commentAllowed: 20,
};
const READ_REQUEST = readPayRequest(ASKED, PAY_REQUEST);

const SECRET = '9d0583dea29e08bc4961a3eedf0b8d0072d0bfad06a06271f90d11bf788410f3';
const CONNECTION =
  `nostr+walletconnect://${publicKeyOf(SECRET)}?relay=wss%3A%2F%2Frelay.example.org` +
  `&secret=${SECRET}&lud16=mia@example.org`;
const READ_CONNECTION = readConnection(CONNECTION);
const KEY = hexToBytes(SECRET);
const INFO = signEvent(
  {
    kind: INFO_KIND,
    created_at: CREATED_AT,
    tags: [['encryption', 'nip44_v2 nip04']],
    content: 'get_info',
  },
  SECRET,
  KEY,
);
const ROW = {
  type: 'outgoing',
  state: 'settled',
  payment_hash: PAYMENT_HASH,
  amount: 2_100_000,
  fees_paid: 0,
  preimage: PREIMAGE,
  description: 'a',
  created_at: CREATED_AT,
  settled_at: CREATED_AT,
  expires_at: null,
};
const RESULT = {
  ...ROW,
  invoice: INVOICES[0],
  balance: 21,
  methods: ['get_info'],
  alias: 'a',
  network: 'regtest',
  total_budget: 21,
  used_budget: 1,
  renews_at: 1,
  renewal_period: 'never',
  transactions: [ROW, ROW],
};

/** Every method that Satling calls, each with a reply of this result. */
const REPLIES: readonly ((result: unknown) => unknown)[] = [
  replyTo(getInfo, undefined),
  replyTo(getBalance, undefined),
  replyTo(getBudget, undefined),
  replyTo(payInvoice, { invoice: 'x' }),
  replyTo(lookupInvoice, { paymentHash: PAYMENT_HASH }),
  replyTo(listTransactions, {}),
  replyTo(makeInvoice, { amountMsat: 2_100_000n, description: '', expirySeconds: 1 }),
];

function replyTo<Params, Result>(call: NwcCall<Params, Result>, params: Params) {
  return (result: unknown) =>
    readReply(call, params, JSON.stringify({ result_type: call.method, result }));
}

/** Padding forged by someone with the key: the MAC is right, the lengths are not. */
function encryptedPadding(padded: Uint8Array): string {
  const { chachaKey, chachaNonce, hmacKey } = messageKeys(KEY, KEY);
  const ciphertext = chacha20(chachaKey, chachaNonce, padded);
  const mac = hmac(sha256, hmacKey, concatBytes(KEY, ciphertext));
  return base64.encode(concatBytes(Uint8Array.of(2), KEY, ciphertext, mac));
}

/** @throws anything but a LightningError */
function withOwnErrorsOnly(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
  }
}

const text = (...sound: readonly string[]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    { weight: 3, arbitrary: damagedText(...sound) },
  );
const object = (...sound: readonly object[]) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.jsonValue() },
    { weight: 3, arbitrary: damagedObject(...sound) },
  );

type Check = (numRuns: number) => void;

const reads =
  <Input>(input: fc.Arbitrary<Input>, read: (input: Input) => unknown): Check =>
  (numRuns) =>
    fc.assert(
      fc.property(input, (one) => withOwnErrorsOnly(() => read(one))),
      { numRuns },
    );

/** By name: each tries this many inputs. */
export const CHECKS: Record<string, Check> = {
  'BOLT 11: any text': reads(text(...INVOICES, `lightning:${INVOICES[0]}`), decodeInvoice),
  'BOLT 11: a forged invoice, never in the name of its payee': reads(forgedInvoice, (forged) => {
    const { payee } = decodeInvoice(forged.text);
    if (payee === NODE_ID && forged.text !== forged.sound)
      throw new Error('The signature holds for a changed invoice');
  }),
  'LUD-01 and LUD-16: any text': reads(
    fc.oneof(
      text('mia@example.org', 'LNURL1DP68GURN8GHJ7ETCV9KHQMR99EHHYECHRAZP4'),
      damagedText('https://example.org/pay?tag=payRequest', 'http://localhost:1/').map((url) =>
        bech32.encode('lnurl', bech32.toWords(new TextEncoder().encode(url)), false),
      ),
    ),
    (one) => payRequestUrl(one, { insecure: 'any' }),
  ),
  'LUD-06: any first answer': reads(
    fc.oneof(
      object(PAY_REQUEST),
      damagedText(METADATA).map((metadata) => ({ ...PAY_REQUEST, metadata })),
      damagedText(PAY_REQUEST.callback).map((callback) => ({ ...PAY_REQUEST, callback })),
    ),
    (answer) => readPayRequest(ASKED, answer),
  ),
  'LUD-12: any amount and comment': reads(
    fc.tuple(fc.bigInt(), fc.string({ unit: 'binary', maxLength: 40 }), fc.nat(3000)),
    ([amount, comment, length]) =>
      invoiceUrl(
        { ...READ_REQUEST, maxCommentChars: 3000 },
        amount < 0n ? amount : 1000n + (amount % 1000n),
        comment.repeat(1 + (length % 50)),
      ),
  ),
  'LUD-06: any second answer': reads(
    object({ pr: INVOICES[0], routes: [], verify: 'https://example.org/v' }),
    (answer) =>
      readOfferedInvoice(READ_REQUEST, 2_100_000n, answer, {
        network: 'bcrt',
        nowSeconds: CREATED_AT,
      }),
  ),
  'LUD-21: any answer': reads(
    object({ status: 'OK', settled: true, preimage: PREIMAGE, pr: INVOICES[0] }),
    (answer) => readVerification({ text: INVOICES[0], paymentHash: PAYMENT_HASH }, answer),
  ),
  'NIP-01: any event': reads(object(INFO), readEvent),
  'NIP-47: any info event': reads(object(INFO), (event) => readWalletInfo(READ_CONNECTION, event)),
  'NIP-44: any message': reads(text(nip44Encrypt('21 sats', KEY, KEY)), (message) =>
    nip44Decrypt(message, KEY),
  ),
  'NIP-44: any padding': reads(
    fc.tuple(fc.nat(0xffff), fc.nat(0xffff_ffff), fc.nat(200)).map(([short, long, rest]) => {
      const padded = new Uint8Array(34 + rest);
      new DataView(padded.buffer).setUint16(0, short % 200);
      new DataView(padded.buffer).setUint32(2, long);
      return encryptedPadding(padded);
    }),
    (message) => nip44Decrypt(message, KEY),
  ),
  'NIP-04: any message': reads(text(nip04Encrypt('21 sats', KEY, KEY.subarray(0, 16))), (message) =>
    nip04Decrypt(message, KEY),
  ),
  'NIP-47: any connection string': reads(text(CONNECTION), (one) =>
    readConnection(one, { insecure: 'any' }),
  ),
  'NIP-47: any result': reads(
    fc.tuple(fc.constantFrom(...REPLIES), object(RESULT)),
    ([read, result]) => read(result),
  ),
  'NIP-47: any reply': reads(
    text(JSON.stringify({ result_type: 'get_balance', error: { code: 'OTHER' }, result: {} })),
    (reply) => readReply(getBalance, undefined, reply),
  ),
};
