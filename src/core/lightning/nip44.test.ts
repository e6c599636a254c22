/** Encryption between Nostr keys: every official vector of NIP-44, and NIP-04 against OpenSSL. */
import { createCipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chacha20 } from '@noble/ciphers/chacha.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { nip04, nip44 } from 'nostr-tools';
import { describe, expect, test } from 'vitest';
import { nip04Decrypt, nip04Encrypt } from './nip04.ts';
import { conversationKey, messageKeys, nip44Decrypt, nip44Encrypt, paddedLength } from './nip44.ts';
import { publicKeyOf, sharedSecret } from './nostr.ts';
import { utf8Bytes } from './text.ts';

type Text = Record<string, string>;
const { valid, invalid } = (
  JSON.parse(readFileSync('tests/fixtures/lightning/nip44.official.json', 'utf8')) as {
    nip44: {
      v2: {
        valid: {
          get_conversation_key: Text[];
          get_message_keys: { conversation_key: string; keys: Text[] };
          calc_padded_len: [number, number][];
          encrypt_decrypt: Text[];
          encrypt_decrypt_long_msg: (Text & { repeat: number })[];
        };
        invalid: { encrypt_msg_lengths: number[]; get_conversation_key: Text[]; decrypt: Text[] };
      };
    };
  }
).nip44.v2;

const bytes = (hex: string | undefined) => hexToBytes(hex ?? '');
const sha256Of = (text: string) => bytesToHex(sha256(utf8Bytes(text)));
const error = (code: string) => expect.objectContaining({ name: 'LightningError', code });

describe('NIP-44: what the official vectors refuse', () => {
  test.each(invalid.get_conversation_key)('a key: $note', ({ sec1 = '', pub2 = '' }) => {
    expect(() => conversationKey(sec1, pub2)).toThrow(error('BAD_KEY'));
  });

  test.each(invalid.decrypt)('a message: $note', ({ payload = '', conversation_key, note }) => {
    const code = note?.includes('version') ? 'UNSUPPORTED_ENCRYPTION' : 'BAD_CIPHERTEXT';
    expect(() => nip44Decrypt(payload, bytes(conversation_key))).toThrow(error(code));
  });

  test.each(invalid.encrypt_msg_lengths)('a text of %i bytes', (length) => {
    const key = new Uint8Array(32);
    expect(() => nip44Encrypt('a'.repeat(length), key, key)).toThrow(error('BAD_CIPHERTEXT'));
  });
});

describe('NIP-44: what the official vectors give', () => {
  test('there are as many as there should be', () => {
    expect(
      [
        ...[valid.get_conversation_key, valid.get_message_keys.keys, valid.calc_padded_len],
        ...[valid.encrypt_decrypt, valid.encrypt_decrypt_long_msg],
        ...[invalid.get_conversation_key, invalid.decrypt, invalid.encrypt_msg_lengths],
      ].map((vectors) => vectors.length),
    ).toEqual([35, 32, 24, 10, 3, 8, 12, 4]);
  });

  test('conversation keys', () => {
    for (const { sec1 = '', pub2 = '', conversation_key } of valid.get_conversation_key)
      expect(bytesToHex(conversationKey(sec1, pub2))).toBe(conversation_key);
  });

  test('message keys', () => {
    const key = bytes(valid.get_message_keys.conversation_key);
    for (const { nonce, chacha_key, chacha_nonce, hmac_key } of valid.get_message_keys.keys) {
      const keys = messageKeys(key, bytes(nonce));
      expect(bytesToHex(keys.chachaKey)).toBe(chacha_key);
      expect(bytesToHex(keys.chachaNonce)).toBe(chacha_nonce);
      expect(bytesToHex(keys.hmacKey)).toBe(hmac_key);
    }
  });

  test('padded lengths', () => {
    for (const [length, padded] of valid.calc_padded_len) expect(paddedLength(length)).toBe(padded);
  });

  test('messages, in both directions', () => {
    for (const vector of valid.encrypt_decrypt) {
      const { sec1 = '', sec2 = '', nonce, plaintext = '', payload = '' } = vector;
      const key = conversationKey(sec1, publicKeyOf(sec2));
      expect(bytesToHex(key)).toBe(vector.conversation_key);
      expect(conversationKey(sec2, publicKeyOf(sec1))).toEqual(key);
      expect(nip44Encrypt(plaintext, key, bytes(nonce))).toBe(payload);
      expect(nip44Decrypt(payload, key)).toBe(plaintext);
    }
  });

  test('long messages', () => {
    for (const vector of valid.encrypt_decrypt_long_msg) {
      const text = (vector.pattern as string).repeat(vector.repeat);
      expect(sha256Of(text)).toBe(vector.plaintext_sha256);
      const key = bytes(vector.conversation_key);
      const payload = nip44Encrypt(text, key, bytes(vector.nonce));
      expect(sha256Of(payload)).toBe(vector.payload_sha256);
      expect(nip44Decrypt(payload, key)).toBe(text);
    }
  });
});

const KEY = bytes('c41c775356fd92eadc63ff5a0dc1da211b268cbea22316767095b2871ea1412d');
const NONCE = bytes(`${'00'.repeat(31)}01`);

/** Like a wallet that knows the long length prefix; we only read it. */
function encryptPadded(padded: Uint8Array): string {
  const { chachaKey, chachaNonce, hmacKey } = messageKeys(KEY, NONCE);
  const ciphertext = chacha20(chachaKey, chachaNonce, padded);
  const mac = hmac(sha256, hmacKey, concatBytes(NONCE, ciphertext));
  return base64.encode(concatBytes(Uint8Array.of(2), NONCE, ciphertext, mac));
}

function longPadded(length: number): Uint8Array {
  const padded = new Uint8Array(6 + paddedLength(length));
  new DataView(padded.buffer).setUint32(2, length);
  return padded.fill(0x61, 6, 6 + length);
}

describe('NIP-44: the length prefix of 2026', () => {
  test('the three vectors printed in NIP-44', () => {
    expect(sha256Of(nip44Encrypt('a'.repeat(65_535), KEY, NONCE))).toBe(
      '6d8c2810d1e870fbaa1f0a0937126cca837a15f9260e27060c331d70a3c0bc84',
    );
    for (const [length, hash] of [
      [65_536, 'b7b4edb36ba92e267d322d56d9aebc22e7fa96ff52e3c12adc07f07a43cbc616'],
      [65_537, 'eeb7c7c5373894ea2c1547cfd3ccb15d5a0b2d619da852e5c79df792dcc9e435'],
    ] as const) {
      const payload = encryptPadded(longPadded(length));
      expect(sha256Of(payload)).toBe(hash);
      expect(nip44Decrypt(payload, KEY)).toBe('a'.repeat(length));
    }
  });

  test('a short text with the long prefix, and one longer than its bytes, are refused', () => {
    for (const padded of [
      longPadded(65_535),
      longPadded(100),
      longPadded(70_000).subarray(0, 65_542),
    ])
      expect(() => nip44Decrypt(encryptPadded(padded), KEY)).toThrow(error('BAD_CIPHERTEXT'));
  });
});

test('NIP-44: a message that is too long, no UTF-8, or for another key is refused', () => {
  const payload = nip44Encrypt('21 sats', KEY, NONCE);
  const padded = new Uint8Array(34).fill(0xff, 2, 3);
  padded[1] = 1;
  for (const [text, key] of [
    ['A'.repeat(262_148), KEY],
    [encryptPadded(padded), KEY],
    [payload, NONCE],
    [`${payload}\n`, KEY],
  ] as const)
    expect(() => nip44Decrypt(text, key)).toThrow(error('BAD_CIPHERTEXT'));
  expect(() => nip44Encrypt('a', KEY, new Uint8Array(31))).toThrow(error('BAD_CIPHERTEXT'));
});

test('NIP-44: a byte order mark is part of the text', () => {
  expect(nip44Decrypt(nip44Encrypt('\ufeff21', KEY, NONCE), KEY)).toBe('\ufeff21');
});

test('NIP-44: nostr-tools opens what we close, and the other way round', () => {
  for (const text of ['a', '🎂'.repeat(100), 'x'.repeat(5000)]) {
    expect(nip44.decrypt(nip44Encrypt(text, KEY, NONCE), KEY)).toBe(text);
    expect(nip44Decrypt(nip44.encrypt(text, KEY), KEY)).toBe(text);
  }
});

describe('NIP-04', () => {
  const secret = '01'.repeat(32);
  const other = '02'.repeat(32);
  const key = sharedSecret(secret, publicKeyOf(other));
  const iv = new Uint8Array(16).fill(9);
  const texts = ['', 'a', 'x'.repeat(16), 'für Mia 🎂', 'y'.repeat(5000)];

  test('what is no message of this key is refused, with one sentence for all', () => {
    const payload = nip04Encrypt('21 sats', key, iv);
    const [ciphertext = '', ivText = ''] = payload.split('?iv=');
    const cipher = createCipheriv('aes-256-cbc', key, iv);
    const notUtf8 = Buffer.concat([cipher.update(Buffer.of(0xc3, 0x28)), cipher.final()]);
    const hostile = [
      '',
      ciphertext,
      `?iv=${ivText}`,
      `${ciphertext}?iv=`,
      `${ciphertext}?iv=${ivText}?iv=${ivText}`,
      `${ciphertext}?iv=${ivText.slice(4)}`,
      `${ciphertext.slice(4)}?iv=${ivText}`,
      `AAAA${payload}`,
      nip04Encrypt('21 sats', KEY, iv),
      payload.replace('?iv=', '&iv='),
      `${'A'.repeat(262_144)}${payload}`,
      `${notUtf8.toString('base64')}?iv=${ivText}`,
    ];
    const messages = hostile.map((text) => {
      try {
        return nip04Decrypt(text, key);
      } catch (thrown) {
        expect(thrown).toEqual(error('BAD_CIPHERTEXT'));
        return (thrown as Error).message;
      }
    });
    expect(new Set(messages).size).toBe(1);
  });

  test('the same as OpenSSL writes by the sample code of NIP-04', () => {
    for (const text of texts) {
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      const sample = `${cipher.update(text, 'utf8', 'base64')}${cipher.final('base64')}`;
      const payload = `${sample}?iv=${Buffer.from(iv).toString('base64')}`;
      expect(nip04Encrypt(text, key, iv)).toBe(payload);
      expect(nip04Decrypt(payload, key)).toBe(text);
    }
  });

  test('nostr-tools opens what we close, and the other way round', () => {
    const theirKey = sharedSecret(other, publicKeyOf(secret));
    expect(theirKey).toEqual(key);
    for (const text of texts) {
      expect(nip04.decrypt(other, publicKeyOf(secret), nip04Encrypt(text, key, iv))).toBe(text);
      expect(nip04Decrypt(nip04.encrypt(other, publicKeyOf(secret), text), key)).toBe(text);
    }
  });
});
