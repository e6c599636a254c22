/**
 * Whether this browser can encrypt. Each part of Web Crypto is actually tried. A page from another
 * machine over plain http has none of it: browsers restrict it to https and localhost.
 */

export type BrowserCapability = {
  supported: boolean;
  webCrypto: boolean;
  pbkdf2: boolean;
  aesGcm: boolean;
  randomValues: boolean;
};

export async function browserCapability(): Promise<BrowserCapability> {
  const webCrypto = globalThis.crypto?.subtle !== undefined;
  const randomValues = works(() => crypto.getRandomValues(new Uint8Array(1)));
  const pbkdf2 = webCrypto && (await resolves(deriveBits));
  const aesGcm = webCrypto && (await resolves(encrypt));
  const supported = webCrypto && pbkdf2 && aesGcm && randomValues;
  return { supported, webCrypto, pbkdf2, aesGcm, randomValues };
}

/** True if the page was loaded in a way that makes browsers withhold Web Crypto: http on a LAN. */
export const isPlainHttp = (): boolean => globalThis.isSecureContext === false;

async function deriveBits(): Promise<unknown> {
  const base = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(16), iterations: 1 };
  return crypto.subtle.deriveBits(how, base, 256);
}

async function encrypt(): Promise<unknown> {
  const key = await crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, [
    'encrypt',
  ]);
  const how = { name: 'AES-GCM', iv: new Uint8Array(12) };
  return crypto.subtle.encrypt(how, key, new Uint8Array(1));
}

function works(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}

const resolves = (attempt: () => Promise<unknown>): Promise<boolean> =>
  attempt().then(
    () => true,
    () => false,
  );
