/**
 * Which invoice a network was handed for what it asked. Kept in memory only, as nobody's network
 * belongs in a book; what is forgotten is only asked for anew.
 */

/** Whoever asks for the same again: the payer's words and the proof of payment hang on it. */
export type Wish = { name: string; network: string; amountSats: bigint; comment: string };

export type Handed = {
  note(wish: Wish, paymentHash: string): void;
  /** The payment hash of the newest one. */
  find(wish: Wish): string | undefined;
};

/** Ten minutes of a server's gifts; the oldest are forgotten first. */
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
