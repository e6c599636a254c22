/** Display of a pasted text; core/bitcoin tests the reading of keys. */
import { expect, test } from 'vitest';
import { readPublicWallet } from '#core/bitcoin/keys.ts';
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import { readWalletText } from './wallet-text.ts';

const zpub = official.official[2]?.key as string;
const FIRST = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

test('a key of another network is refused, and names the setting (WALL-01)', () => {
  expect(() => readWalletText(zpub, 'testnet')).toThrow(
    /mainnet.*uses testnet \(BITCOIN_NETWORK\)/,
  );
  expect(() => readWalletText(FIRST, 'regtest')).toThrow(/BITCOIN_NETWORK/);
});

test('a zpub says its script type; its first address is the wallet’s (WALL-01)', () => {
  const found = readWalletText(` ${zpub.slice(0, 50)}\n${zpub.slice(50)} `, 'mainnet');
  if (found.kind !== 'key') throw new Error(`Expected a key, got ${found.kind}`);
  expect(found.choice).toMatchObject({ scriptType: 'p2wpkh', firstAddress: FIRST });
  expect(readPublicWallet(found.choice.descriptor)).toMatchObject({
    kind: 'account-key',
    accountKey: { scriptType: 'p2wpkh' },
  });
});

test('an xpub alone gives one choice for each script type, and no single one (WALL-01)', () => {
  const xpub = official.official[0]?.key as string;
  const found = readWalletText(xpub, 'mainnet');
  if (found.kind !== 'ambiguous') throw new Error(`Expected an ambiguous key, got ${found.kind}`);
  const starts = found.choices.map(({ firstAddress }) => firstAddress.slice(0, 4));
  expect(starts).toEqual([
    expect.stringMatching(/^1/),
    expect.stringMatching(/^3/),
    'bc1q',
    'bc1p',
  ]);
  for (const { descriptor, scriptType } of found.choices)
    expect(readPublicWallet(descriptor)).toMatchObject({ accountKey: { scriptType } });
});

test('an address is shown as written, whatever came with it (WALL-01)', () => {
  const address = { kind: 'address', address: FIRST, type: 'p2wpkh' };
  expect(readWalletText(`bitcoin:${FIRST.toUpperCase()}?label=a`, 'mainnet')).toEqual(address);
  const asked = { ...address, amountSats: 100_000_000n };
  expect(readWalletText(`bitcoin:${FIRST}?amount=1`, 'mainnet')).toEqual(asked);
});
