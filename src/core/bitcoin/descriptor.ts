/**
 * Output descriptors of single-key wallets (BIP380, 381, 382, 386 and 389), such as
 * `wpkh([28645006/84h/0h/0h]xpub…/<0;1>/*)#checksum`. Unlike an xpub, they name the script type.
 */
import { SCRIPT_TYPES, type ScriptType } from './address.ts';
import {
  type AccountKey,
  type KeyOrigin,
  readExtendedKey,
  writeExtendedKey,
} from './extended-key.ts';
import { BitcoinInputError } from './input-error.ts';

const FUNCTIONS: Readonly<Record<ScriptType, { open: string; close: string }>> = {
  p2pkh: { open: 'pkh(', close: ')' },
  'p2sh-p2wpkh': { open: 'sh(wpkh(', close: '))' },
  p2wpkh: { open: 'wpkh(', close: ')' },
  p2tr: { open: 'tr(', close: ')' },
};

/**
 * A wallet has its receiving addresses under 0 and its change under 1, and exports both in one
 * descriptor or in two. Either one identifies the whole account.
 */
const RANGES = ['/<0;1>/*', '/0/*', '/1/*'];
const BOTH_BRANCHES = '/<0;1>/*';

const KEY = /^(?:\[([0-9a-fA-F]{8})((?:\/\d{1,10}[h']?)*)\])?([A-Za-z0-9]+)(\/.*)?$/;
const MULTISIG = /(^|\(|,|\{)((sorted)?multi(_a)?|musig)\(/;

/** Throws BAD_CHECKSUM, BAD_DESCRIPTOR, MULTISIG, or the error of the key in it. */
export function readDescriptor(text: string): AccountKey {
  const body = withoutChecksum(text);
  if (MULTISIG.test(body))
    throw new BitcoinInputError('MULTISIG', `Expected a wallet with a single key: ${expected()}.`);
  const scriptType = SCRIPT_TYPES.find(
    (type) => body.startsWith(FUNCTIONS[type].open) && body.endsWith(FUNCTIONS[type].close),
  );
  if (!scriptType) throw bad(`Expected a descriptor such as ${expected()}`);
  const { open, close } = FUNCTIONS[scriptType];
  return { ...readKey(body.slice(open.length, -close.length)), scriptType };
}

/** The descriptor of both branches, with its checksum: the only form in which a key is stored. */
export function writeDescriptor({ key, scriptType, origin }: AccountKey): string {
  const { open, close } = FUNCTIONS[scriptType];
  const from = origin ? `[${origin.fingerprint}${origin.path}]` : '';
  const body = `${open}${from}${writeExtendedKey(key)}${BOTH_BRANCHES}${close}`;
  return `${body}#${descriptorChecksum(body)}`;
}

/** The first step of an account's path (BIP44, 49, 84 and 86). */
export const PURPOSES: Readonly<Record<ScriptType, number>> = {
  p2pkh: 44,
  'p2sh-p2wpkh': 49,
  p2wpkh: 84,
  p2tr: 86,
};

/**
 * A key with its origin but no script, as wallets show it: `[28645006/84h/0h/0h]zpub…`. The prefix
 * or the path gives the script type; undefined if neither does. Throws BAD_DESCRIPTOR, MULTISIG, or
 * the error of the key.
 */
export function readKeyWithOrigin(
  text: string,
): Omit<AccountKey, 'scriptType'> & { scriptType: ScriptType | undefined } {
  const [, fingerprint, path = '', extended = '', range = ''] = KEY.exec(text) ?? [];
  if (fingerprint === undefined || !(range === '' || RANGES.includes(range)))
    throw bad('Expected an origin and a key such as [28645006/84h/0h/0h]zpub…');
  const origin = readOrigin(fingerprint, path);
  const purpose = origin.path.split('/')[1] ?? '';
  if (purpose === '48h')
    throw new BitcoinInputError('MULTISIG', `Expected a wallet with a single key: ${expected()}.`);
  const { key, scriptType } = readExtendedKey(extended);
  const fromPath = SCRIPT_TYPES.find((type) => purpose === `${PURPOSES[type]}h`);
  if (scriptType && fromPath && scriptType !== fromPath)
    throw bad(
      `Expected a path that fits the key, got ${origin.path} before ${extended.slice(0, 4)}`,
    );
  return { key, origin, scriptType: scriptType ?? fromPath };
}

function readKey(text: string): Omit<AccountKey, 'scriptType'> {
  const [, fingerprint, path = '', extended = '', range = ''] = KEY.exec(text) ?? [];
  if (!/^[a-zA-Z]pub/.test(extended))
    throw bad('Expected an optional origin such as [28645006/84h/0h/0h], then an xpub or tpub');
  const { key, scriptType } = readExtendedKey(extended);
  if (scriptType) throw bad('Expected a key that starts with xpub or tpub inside a descriptor');
  if (!RANGES.includes(range))
    throw bad(`Expected the key to be followed by ${RANGES.join(', ')}, got another path or none`);
  return fingerprint === undefined ? { key } : { key, origin: readOrigin(fingerprint, path) };
}

function readOrigin(fingerprint: string, path: string): KeyOrigin {
  const steps = path.split('/').slice(1);
  if (steps.some((step) => Number.parseInt(step, 10) >= 2 ** 31))
    throw bad(`Expected steps below ${2 ** 31} in the key’s origin`);
  return { fingerprint: fingerprint.toLowerCase(), path: path.replaceAll("'", 'h') };
}

const expected = () =>
  SCRIPT_TYPES.map((type) => `${FUNCTIONS[type].open}xpub…/<0;1>/*${FUNCTIONS[type].close}`).join(
    ', ',
  );

const bad = (message: string) => new BitcoinInputError('BAD_DESCRIPTOR', `${message}.`);

function withoutChecksum(text: string): string {
  const [body = '', checksum, ...more] = text.split('#');
  if (checksum === undefined) return body;
  if (more.length > 0 || checksum.length !== 8)
    throw new BitcoinInputError(
      'BAD_CHECKSUM',
      `Expected one # and 8 characters behind it, got ${text.length - body.length - 1}.`,
    );
  if (descriptorChecksum(body) !== checksum)
    throw new BitcoinInputError(
      'BAD_CHECKSUM',
      'A character of this descriptor is mistyped or missing: its checksum does not match.',
    );
  return body;
}

/** BIP380: the characters of a descriptor, in groups of 32. */
const CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];

/**
 * The 8 characters after the `#` (BIP380). Throws BAD_DESCRIPTOR for a character that descriptors
 * can't contain.
 */
export function descriptorChecksum(body: string): string {
  let sum = 1n;
  const add = (symbol: number) => {
    const top = sum >> 35n;
    sum = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    for (const [bit, generator] of GENERATOR.entries())
      if ((top >> BigInt(bit)) & 1n) sum ^= generator;
  };
  let groups: number[] = [];
  const addGroups = () => add(groups.reduce((all, group) => all * 3 + group, 0));
  for (const character of body) {
    const at = CHARACTERS.indexOf(character);
    if (at < 0) throw bad('Expected letters, digits and marks of ASCII only');
    add(at & 31);
    groups.push(at >> 5);
    if (groups.length < 3) continue;
    addGroups();
    groups = [];
  }
  if (groups.length > 0) addGroups();
  for (let i = 0; i < 8; i++) add(0);
  sum ^= 1n;
  return Array.from(
    { length: 8 },
    (_, i) => CHECKSUM_CHARACTERS[Number((sum >> BigInt(5 * (7 - i))) & 31n)],
  ).join('');
}
