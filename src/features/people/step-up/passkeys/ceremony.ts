/** Verifies passkey signatures, with @simplewebauthn/server (docs/decisions/0048). */
import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { Parsed } from '#contract/endpoint.ts';
import { ALGORITHMS, type passkeys } from './contract.ts';
import type { PasskeyRow } from './store.ts';

/** Loaded on first use: it is larger than the rest of the server's startup. */
const library = () => import('@simplewebauthn/server');

export type Signed = Parsed<typeof passkeys.confirm>;

type Site = { readonly publicUrl: string; readonly challenge: string };

const expected = ({ publicUrl, challenge }: Site) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(publicUrl).origin,
  expectedRPID: new URL(publicUrl).hostname,
  // Requires a person who unlocked it: finding an unattended device is not enough.
  requireUserVerification: true,
});

/** The new passkey; undefined unless it answers this challenge on this site. */
export async function readAdded(
  { id, clientDataJSON, attestationObject, transports }: Parsed<typeof passkeys.add>,
  site: Site,
): Promise<WebAuthnCredential | undefined> {
  const { verifyRegistrationResponse } = await library();
  const response = { clientDataJSON, attestationObject, transports };
  return orUndefined(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(site),
      response: { ...asCredential(id), response },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential;
  });
}

/** The passkey's usage counter; undefined if it did not sign this challenge here. */
export async function readConfirmed(
  { id, clientDataJSON, authenticatorData, signature }: Signed,
  { publicKey, counter }: PasskeyRow,
  site: Site,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const response = { clientDataJSON, authenticatorData, signature };
  return orUndefined(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(site),
      response: { ...asCredential(id), response },
      credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}

const asCredential = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

/** The library throws for any invalid input: all of it becomes a refusal. */
async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}
