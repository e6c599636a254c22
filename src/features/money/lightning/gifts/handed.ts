/**
 * Remembers which invoice a network got for which request. In memory only, as networks don't belong
 * in a book; if it is lost, a new invoice is made.
 */

/** Identifies a repeated request: the payer's message and the proof of payment depend on it. */
export type Wish = { name: string; network: string; amountSats: bigint; comment: string };

export type Handed = {
  note(wish: Wish, paymentHash: string): void;
  /** The payment hash of the newest invoice. */
  find(wish: Wish): string | undefined;
};

/** Ten minutes' worth of a server's gifts; the oldest are dropped first. */
const MOST = 1_000;

export function newHanded(): Handed {
  const hashes = new Map<string, string>();
  return {
    note: (wish, paymentHash) => {
      const key = keyOf(wish);
      hashes.delete(key);
      hashes.set(key, paymentHash);
      const [oldest] = hashes.keys();
      if (hashes.size > MOST) hashes.delete(oldest as string);
    },
    find: (wish) => hashes.get(keyOf(wish)),
  };
}

const keyOf = ({ name, network, amountSats, comment }: Wish) =>
  JSON.stringify([name, network, String(amountSats), comment]);
