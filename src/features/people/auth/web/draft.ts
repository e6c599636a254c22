/**
 * The last address a link was sent to, remembered while the link is valid: phones often discard the
 * page before the reader returns from the mail with the code.
 */
import { LINK_MINUTES } from '#features/people/auth/contract.ts';
import { dropLocal, hasLocal, keepLocal, openLocal } from '#web/local/kept.ts';

const NAME = 'sign-in';

export interface Draft {
  email: string;
  /** Milliseconds since 1970. */
  sentAt: number;
}

/** Undefined immediately if there is none; otherwise a promise, because it must be decrypted. */
export function readDraft(): Promise<Draft | undefined> | undefined {
  return hasLocal(NAME) ? openDraft() : undefined;
}

async function openDraft(): Promise<Draft | undefined> {
  try {
    const value = await openLocal(NAME);
    if (isDraft(value) && Date.now() - value.sentAt < LINK_MINUTES * 60_000) return value;
  } catch {
    // Altered, or encrypted with another key: it is useless, and the page starts over.
  }
  forgetDraft();
  return undefined;
}

export function keepDraft(email: string): Draft {
  const draft = { email, sentAt: Date.now() };
  void keepLocal(NAME, draft);
  return draft;
}

export const forgetDraft = (): void => dropLocal(NAME);

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    typeof value.email === 'string' &&
    'sentAt' in value &&
    typeof value.sentAt === 'number'
  );
}
