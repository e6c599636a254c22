/** For tests: a browser's passkeys. Each derives secrets from a salt by HMAC, like real ones. */
import { createHmac } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import { onTestFinished, vi } from 'vitest';

/** A person's passkey; without a key it derives nothing. */
export type Device = { credentialId: string; key: string | undefined };

export const idOf = (name: string): string => base64urlnopad.encode(new TextEncoder().encode(name));

/** The person's response to the prompt: uses a passkey, or cancels. */
export type Answer = Device | 'cancel';

/** @returns how often the browser has prompted; the last answer is repeated. */
export function stubPasskeys(answers: readonly Answer[], hasPrf = true) {
  class Passkey {
    static getClientCapabilities = () => Promise.resolve({ 'extension:prf': hasPrf });
    readonly id: string;
    readonly first: ArrayBuffer | undefined;
    constructor(id: string, first: ArrayBuffer | undefined) {
      this.id = id;
      this.first = first;
    }
    getClientExtensionResults() {
      return { prf: this.first ? { results: { first: this.first } } : {} };
    }
  }
  vi.stubGlobal('PublicKeyCredential', Passkey);
  const seen = { asked: 0 };
  const get = async ({ publicKey }: CredentialRequestOptions) => {
    const answer = answers[Math.min(seen.asked++, answers.length - 1)];
    if (!answer || answer === 'cancel') throw new DOMException('Not allowed', 'NotAllowedError');
    const salts = publicKey?.extensions?.prf?.evalByCredential ?? {};
    const [salt] = [salts[answer.credentialId], ...Object.values(salts)];
    const hasSecret = answer.key !== undefined && salt;
    return new Passkey(answer.credentialId, hasSecret ? derive(answer.key, salt.first) : undefined);
  };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return seen;
}

const derive = (key = '', salt: BufferSource): ArrayBuffer =>
  Uint8Array.from(
    createHmac('sha256', key)
      .update(salt as Uint8Array)
      .digest(),
  ).buffer;
