/** The languages of the product, and how a reader's preferences choose one. Pure. */

export const LANGUAGES = ['en', 'de', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The maximum number of languages read from a header, which may be long. */
const MOST_TAGS = 30;

/**
 * Our language that an Accept-Language header (RFC 9110 §12.5.4) prefers; the first in a tie. Null
 * if it names none of ours.
 */
export function acceptedLanguage(header: string | undefined): Language | null {
  const wanted = (header ?? '')
    .split(',', MOST_TAGS)
    .map((part) => wish(part))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const ours = LANGUAGES.find((language) => language === tag);
    if (ours) return ours;
  }
  return null;
}

/** `de-AT;q=0.8` → de, 0.8. An invalid quality is treated as 0. */
function wish(part: string): { tag: string; quality: number } {
  const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
  return {
    tag: range.split('-')[0] as string,
    quality: quality === undefined ? 1 : /^[01](\.\d{0,3})?$/.test(quality) ? Number(quality) : 0,
  };
}
