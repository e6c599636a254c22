/** The browser's part of passkeys: creating one, or signing with one. */
import type { Input, Output } from '#contract/endpoint.ts';
import {
  ALGORITHMS,
  CHALLENGE_MINUTES,
  type passkeys,
} from '#features/people/step-up/passkeys/contract.ts';

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Loaded when a passkey is used. */
const library = () => import('@simplewebauthn/browser');

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
type Known = Output<typeof passkeys.startConfirming>['known'];
const descriptors = (known: Known) => known.map((one) => ({ ...one, type: 'public-key' as const }));

/** Rejects if the person cancels, or the device has none to offer. */
export async function makePasskey(
  start: Output<typeof passkeys.startAdding>,
): Promise<Input<typeof passkeys.add>> {
  const { startRegistration } = await library();
  const { id, response, clientExtensionResults } = await startRegistration({
    optionsJSON: {
      rp: { name: 'Satling', id: location.hostname },
      user: { id: start.userId, name: start.email, displayName: start.email },
      challenge: start.challenge,
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      excludeCredentials: descriptors(start.known),
      // Lets it unlock the vault too; a browser without PRF ignores this.
      extensions: { prf: {} },
    },
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    clientDataJSON,
    attestationObject,
    transports: transports as Known[0]['transports'],
    hasPrf: clientExtensionResults.prf?.enabled === true,
  };
}

export async function signWithPasskey({
  challenge,
  known,
}: Output<typeof passkeys.startConfirming>): Promise<Input<typeof passkeys.confirm>> {
  const { startAuthentication } = await library();
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: location.hostname,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: descriptors(known),
    },
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}
