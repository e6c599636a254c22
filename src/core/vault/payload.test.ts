/** The form of a payload: refusals before any key is derived. */
import { base64 } from '@scure/base';
import { expect, test } from 'vitest';
import {
  isCurrent,
  newHeader,
  OLD_ROUNDS,
  ROUNDS,
  readPayload,
  type VaultPayload,
  writePayload,
} from './payload.ts';
import {
  readSecrets,
  subWalletKeysOf,
  type WalletSecrets,
  withSubWalletKey,
  writeSecrets,
} from './secrets.ts';

const binding = { purpose: 'wallet', familyId: 'family-1' } as const;
const bytes = (count: number) => new Uint8Array(count).fill(7);
const written = writePayload({
  header: newHeader(binding).header,
  ciphertext: bytes(40),
  iv: bytes(12),
  salt: bytes(16),
});
const refusalOf = (payload: Partial<VaultPayload>) => () =>
  readPayload({ ...written, ...payload }, binding);

test('a payload is three base64 texts, with a salt of 16 bytes and an IV of 12 (VAULT-14 VAULT-16)', () => {
  expect(Object.keys(written).sort()).toEqual(['encryptedData', 'iv', 'salt']);
  const { salt, iv, readings } = readPayload(written, binding);
  expect([salt.length, iv.length]).toEqual([16, 12]);
  // Bytes that look like version 2 may be version 1 by chance.
  expect(readings.map(({ rounds, ciphertext }) => [rounds, ciphertext.length])).toEqual([
    [600_000, 40],
    [100_000, 48],
  ]);
});

test.each([
  ['an IV of 11 bytes', { iv: base64.encode(bytes(11)) }],
  ['a salt of 17 bytes', { salt: base64.encode(bytes(17)) }],
  ['a text that is a tag alone', { encryptedData: base64.encode(bytes(16)) }],
  ['letters that are not base64', { encryptedData: 'a-b_' }],
  ['base64 that is cut off', { salt: 'AAA' }],
])('%s is refused as damaged (VAULT-14)', (_, change) => {
  expect(refusalOf(change)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
});

test.each([0, 1, 99_999, 5_000_001, 2 ** 32 - 1])(
  '%i rounds in the header are refused unheard (VAULT-16)',
  (rounds) => {
    const data = base64.decode(written.encryptedData);
    new DataView(data.buffer, data.byteOffset).setUint32(4, rounds);
    expect(refusalOf({ encryptedData: base64.encode(data) })).toThrow(
      expect.objectContaining({ code: 'BAD_ROUNDS' }),
    );
  },
);

test.each([
  ['of version 1', undefined, ROUNDS, false],
  ['of version 2 with fewer rounds than today’s', bytes(8), ROUNDS - 1, false],
  ['of version 2 with those of version 1', bytes(8), OLD_ROUNDS, false],
  ['of version 2 with today’s rounds', bytes(8), ROUNDS, true],
  ['of version 2 with more', bytes(8), ROUNDS + 1, true],
])('a payload %s: whether it stays as it is (VAULT-16)', (_, additionalData, rounds, stays) => {
  expect(isCurrent({ rounds, additionalData, ciphertext: bytes(40) })).toBe(stays);
});

test('the opened text gives an address or a key, and nothing else (VAULT-15 VAULT-51)', () => {
  for (const text of ['', 'null', '[]', '"xpub"', '{}', '{"walletXpub":""}', '{"walletXpub":7}'])
    expect(() => readSecrets(text)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
  expect(() => readSecrets(JSON.stringify({ walletAddress: 'a'.repeat(1_001) }))).toThrow();
  const found = { walletAddress: 'bc1qexample', walletXpub: null, seedPhrase: 'zoo zoo' };
  expect(readSecrets(JSON.stringify(found))).toEqual({ walletAddress: 'bc1qexample' });
});

test('a payload may contain a Lightning connection with the key, or alone; a name is no wallet (LN-33)', () => {
  const lightning = { lightningProvider: 'coinos', nwcConnectionString: 'nostr+walletconnect://x' };
  const both = { walletXpub: 'vpub', ...lightning };
  for (const secrets of [lightning, both])
    expect(readSecrets(writeSecrets(secrets))).toEqual(secrets);
  expect(writeSecrets({ ...both, passphrase: 'maple' } as typeof both)).not.toContain('maple');
  const kid = { subWalletKeys: 'k'.repeat(64) };
  expect(readSecrets(writeSecrets({ ...both, ...kid }))).toEqual({ ...both, ...kid });
  expect(() => readSecrets('{"lightningProvider":"coinos"}')).toThrow('Expected a wallet');
});

test('thirty keys to children’s wallets are kept; the next replaces the oldest (T48)', () => {
  const keys = Array.from({ length: 31 }, (_, i) => String(i).padStart(64, '0'));
  const keptOf = (some: readonly string[]) => {
    const secrets = some.reduce<WalletSecrets>(withSubWalletKey, {});
    return subWalletKeysOf(readSecrets(writeSecrets(secrets)));
  };
  expect(keptOf(keys.slice(0, 30))).toEqual(keys.slice(0, 30));
  expect(keptOf(keys)).toEqual(keys.slice(1));
});
