/** The browser's side of unlocking by passkey: requests a secret from one (WebAuthn PRF). */
import { base64, base64urlnopad } from '@scure/base';
import { useQuery } from '@tanstack/react-query';
import { type VaultPasskey, vaultPasskeys } from '#features/money/vault/passkeys/contract.ts';
import { CHALLENGE_MINUTES } from '#features/people/step-up/passkeys/contract.ts';
import { query } from '#web/query.ts';
import type { PasskeySecret } from '#web/vault/passkey-lock.ts';

/** A passkey, and the salt for deriving its secret. */
type Choice = Pick<VaultPasskey, 'credentialId' | 'transports'> & { salt: string };

const SALT_BYTES = 32;

export const newSalt = (): string =>
  base64.encode(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));

/** The person's passkeys (empty until loaded), and whether this browser has PRF (once known). */
export function useVaultPasskeys() {
  const browser = useQuery({
    queryKey: ['browser-prf'],
    queryFn: browserHasPrf,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  const own = useQuery({ ...query(vaultPasskeys.list, {}), meta: { quiet: true } });
  return { hasPrf: browser.data, own: own.data ?? [] };
}

async function browserHasPrf(): Promise<boolean> {
  if (typeof PublicKeyCredential !== 'function') return false;
  const can = await PublicKeyCredential.getClientCapabilities?.();
  return can?.['extension:prf'] === true;
}

/** Rejects if the person cancels, or the passkey derives no secret. */
export async function askPasskey(choices: readonly Choice[]): Promise<PasskeySecret> {
  const salts = choices.map(
    ({ credentialId, salt }) => [credentialId, { first: bytesOf(base64.decode(salt)) }] as const,
  );
  const credential = await navigator.credentials.get({
    publicKey: {
      // The signature isn't checked: only the secret opens anything.
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rpId: location.hostname,
      timeout: CHALLENGE_MINUTES * 60_000,
      userVerification: 'required',
      allowCredentials: choices.map(({ credentialId, transports }) => ({
        type: 'public-key',
        id: bytesOf(base64urlnopad.decode(credentialId)),
        transports: transports as AuthenticatorTransport[],
      })),
      extensions: { prf: { evalByCredential: Object.fromEntries(salts) } },
    },
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was given');
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (!(first instanceof ArrayBuffer)) throw new Error('The passkey derived no secret');
  return { credentialId: credential.id, output: new Uint8Array(first) };
}

/** By the person or by a time-out: browsers don't say which. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

const bytesOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
