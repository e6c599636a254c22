/**
 * Words that may be new to ten- to thirteen-year-olds, and where each first occurs in a lesson. A
 * lesson explains the words that it sets in bold. Pure.
 */
import type { Language } from '#core/language.ts';
import type { Block } from '#features/learn/lessons/contract.ts';

export type NewWord = 'blockchain' | 'wallet' | 'node' | 'block' | 'fee' | 'address' | 'lightning';

export interface Found {
  word: NewWord;
  /** The run's index in the line, from 0, and the range in its text. */
  run: number;
  start: number;
  end: number;
}

/** By line number, as in sections.ts. */
export type FoundWords = ReadonlyMap<number, readonly Found[]>;

const word = (forms: string) => new RegExp(`(?<!\\p{L})(?:${forms})(?!\\p{L})`, 'iu');

const FORMS: Readonly<Record<Language, Readonly<Record<NewWord, RegExp>>>> = {
  en: {
    blockchain: word('blockchains?'),
    wallet: word('wallets?'),
    node: word('nodes?'),
    block: word('blocks?'),
    fee: word('fees?'),
    address: word('address(?:es)?'),
    lightning: word('Lightning'),
  },
  de: {
    blockchain: word('Blockchain'),
    wallet: word('Wallets?'),
    node: word('Knoten'),
    block: word('Block|Blöcken?|Blocks'),
    fee: word('Gebühr(?:en)?'),
    address: word('Adressen?'),
    lightning: word('Lightning'),
  },
  es: {
    blockchain: word('cadena de bloques|blockchain'),
    wallet: word('monederos?'),
    node: word('nodos?'),
    block: word('bloques?'),
    fee: word('comisi(?:ón|ones)'),
    address: word('direcci(?:ón|ones)'),
    lightning: word('Lightning'),
  },
};

export function newWordsOf(body: readonly Block[], language: Language): FoundWords {
  const found = new Map<number, Found[]>();
  const met = new Set<string>();
  let number = 0;
  for (const { kind, lines } of body)
    for (const runs of lines) {
      const place = number++;
      if (kind === 'heading') continue;
      for (const [run, { text, bold, href }] of runs.entries())
        for (const one of firstIn(text, language, met))
          if (!bold && href === null)
            found.set(place, [...(found.get(place) ?? []), { ...one, run }]);
    }
  return found;
}

/** In text order; they don't overlap. */
function firstIn(text: string, language: Language, met: Set<string>): Omit<Found, 'run'>[] {
  const all = Object.entries(FORMS[language]).flatMap(([name, form]) => {
    const match = met.has(name) ? null : form.exec(text);
    if (!match) return [];
    return [{ word: name as NewWord, start: match.index, end: match.index + match[0].length }];
  });
  const sorted = all.toSorted((a, b) => a.start - b.start);
  const kept = sorted.filter(({ start }, i) => start >= (sorted[i - 1]?.end ?? 0));
  for (const one of kept) met.add(one.word);
  return kept;
}
