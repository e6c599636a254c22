/**
 * The ledger's rules, pure. An *entry* has two or more *postings* that sum to zero. Entries are
 * never edited or deleted; a mistake is undone by a reversal entry. Terms: docs/glossary.md.
 */
import { MAX_SATS, type Sats } from './money.ts';

export type Posting = {
  readonly accountId: string;
  readonly amountSats: Sats;
  /** Set if the account belongs to a goal, whose total then changes too. */
  readonly goalId?: string | undefined;
};

export type Entry = {
  readonly entryId: string;
  readonly familyId: string;
  /** One of the transaction types, for display; only the postings move money. */
  readonly type: string;
  readonly childId: string | undefined;
  /** As displayed: the sign is that of the child's account. */
  readonly amountSats: Sats;
  readonly occurredAt: Date;
  readonly madeBy: string;
  readonly reverses?: string | undefined;
  readonly text?: EntryText | undefined;
  readonly postings: readonly Posting[];
};

/** The words of an entry; only a salted hash of them goes into the chain, so they can be erased. */
export type EntryText = {
  readonly text: string;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
};

/** @throws if the amount isn't above zero */
export function transfer(from: string, to: string, amountSats: Sats): Posting[] {
  if (amountSats <= 0n)
    throw new RangeError(`A transfer moves more than 0 sats, not ${amountSats}`);
  return [
    { accountId: from, amountSats: -amountSats },
    { accountId: to, amountSats },
  ];
}

/** @throws RangeError naming the entry if it would break the books. Also checked in production. */
export function assertEntry(entry: Entry): void {
  const fail = (why: string): never => {
    throw new RangeError(`Entry ${entry.entryId} (${entry.type}) ${why}`);
  };
  if (entry.postings.length < 2) fail('needs two postings or more');
  let sum = 0n;
  const accounts = new Set<string>();
  for (const { accountId, amountSats } of entry.postings) {
    if (amountSats === 0n || amountSats > MAX_SATS || amountSats < -MAX_SATS)
      fail(`has a posting of ${amountSats} sats`);
    if (accounts.has(accountId)) fail(`posts twice to the account ${accountId}`);
    accounts.add(accountId);
    sum += amountSats;
  }
  if (sum !== 0n) fail(`sums to ${sum} sats, not to zero`);
}

/** The change to each account, summed over many entries. */
export function changesOf(entries: readonly Entry[]): Map<string, Sats> {
  const changes = new Map<string, Sats>();
  for (const { postings } of entries)
    for (const { accountId, amountSats } of postings)
      changes.set(accountId, (changes.get(accountId) ?? 0n) + amountSats);
  return changes;
}

/** The change to each goal. */
export function goalChangesOf(entries: readonly Entry[]): Map<string, Sats> {
  const changes = new Map<string, Sats>();
  for (const { postings } of entries)
    for (const { goalId, amountSats } of postings)
      if (goalId !== undefined) changes.set(goalId, (changes.get(goalId) ?? 0n) + amountSats);
  return changes;
}

/** The opposite postings, which take an entry back. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map((posting) => ({ ...posting, amountSats: -posting.amountSats }));

/** The parts of an entry that the chain's MAC covers. */
export type SealedEntry = {
  readonly entryId: string;
  readonly familyId: string;
  readonly type: string;
  readonly childId: string | null;
  readonly amountSats: Sats;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly madeBy: string;
  readonly reverses: string | null;
  readonly textHash: Uint8Array | null;
  readonly postings: readonly Posting[];
};

/**
 * The exact text under the MAC of one seal: one field a line, postings ordered by account. The same
 * entry always gives the same bytes. No field can contain a line break.
 */
export function sealText(sealNo: bigint, previousMacHex: string, e: SealedEntry): string {
  const hex = (bytes: Uint8Array | null) =>
    bytes ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') : '-';
  const postings = [...e.postings]
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    .map(({ accountId, amountSats }) => `${accountId} ${amountSats}`);
  return [
    'satling seal 1',
    sealNo,
    previousMacHex,
    e.familyId,
    e.entryId,
    e.type,
    e.childId ?? '-',
    e.amountSats,
    e.occurredAt.toISOString(),
    e.recordedAt.toISOString(),
    e.madeBy,
    e.reverses ?? '-',
    hex(e.textHash),
    ...postings,
  ].join('\n');
}

/** Replaces the removed beginning of a family's chain. Its sums carry the balances forward. */
export type Checkpoint = {
  readonly familyId: string;
  /** The last seal that was removed, and its MAC; the next seal builds on them. */
  readonly sealNo: bigint;
  readonly sealMac: string;
  /** When the newest of the removed entries happened. */
  readonly newestAt: Date;
  readonly madeAt: Date;
  /** The sum of each account's removed postings, except zeros. */
  readonly sums: readonly Posting[];
};

/** The exact text under the MAC of a checkpoint, in the style of sealText. */
export function checkpointText(c: Checkpoint): string {
  const sums = [...c.sums]
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    .map(({ accountId, amountSats }) => `${accountId} ${amountSats}`);
  return [
    'satling checkpoint 1',
    c.familyId,
    c.sealNo,
    c.sealMac,
    c.newestAt.toISOString(),
    c.madeAt.toISOString(),
    ...sums,
  ].join('\n');
}
