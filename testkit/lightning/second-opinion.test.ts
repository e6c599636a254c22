/** LDK, which runs real nodes, decodes the example invoices as our own decoder does. */
import { readFileSync } from 'node:fs';
import { bytesToHex } from '@noble/hashes/utils.js';
import * as ldk from 'lightningdevkit';
import { expect, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { loadWasm } from './ldk-parts.ts';

type Example = { title: string; invoice: string };
const examplesIn = (name: string): Example[] =>
  JSON.parse(readFileSync(`tests/fixtures/lightning/${name}`, 'utf8')).valid;

function asLdkReads(text: string) {
  const read = ldk.Bolt11Invoice.constructor_from_str(text);
  if (!read.is_ok()) return undefined;
  const { res } = read as ldk.Result_Bolt11InvoiceParseOrSemanticErrorZ_OK;
  const amount = res.amount_milli_satoshis() as Partial<ldk.Option_u64Z_Some>;
  return {
    amountMsat: amount.some,
    paymentHash: bytesToHex(res.payment_hash()),
    paymentSecret: bytesToHex(res.payment_secret()),
    payee: bytesToHex(res.get_payee_pub_key()),
    createdAt: Number(res.duration_since_epoch()),
    expirySeconds: Number(res.expiry_time()),
    minFinalCltvExpiryDelta: Number(res.min_final_cltv_expiry_delta()),
  };
}

test('LDK reads every example as we do, except for one form of signature that it does not accept', async () => {
  await loadWasm();
  const examples = [...examplesIn('bolt11.official.json'), ...examplesIn('bolt11.json')];
  const refused: string[] = [];
  for (const { title, invoice } of examples) {
    const theirs = asLdkReads(invoice);
    if (theirs) expect(decodeInvoice(invoice), title).toMatchObject(theirs);
    else refused.push(title);
  }
  expect(refused).toEqual(['Public-key recovery with high-S signature']);
  expect(examples.length).toBeGreaterThan(15);
});
