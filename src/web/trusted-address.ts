/** Lets one of our addresses through the browser's Trusted Types (decision 49). */

/** The part of Trusted Types that is used here; TypeScript doesn't declare it yet. */
type Rules = { createScriptURL: (text: string) => string };
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => Rules };

/** A page may create each policy only once. */
const trusted = new Map<PolicyName, string>();

/** The ones allowed by the pages' content security policy (server/http/server.ts). */
type PolicyName = 'service-worker' | 'wallet-worker';

/**
 * The address in the form that a browser with Trusted Types requires for starting a worker. The
 * policy always returns this address, for any input.
 */
export function trustedAddress(policy: PolicyName, address: string): string {
  const known = trusted.get(policy);
  if (known !== undefined) return known;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: () => address };
  const made = (trustedTypes?.createPolicy(policy, rules) ?? rules).createScriptURL('');
  trusted.set(policy, made);
  return made;
}
