/**
 * Finds the translation of a text that the program wrote into a book. An entry may contain
 * placeholders, `{0}`, which match anything and return in its translation. The content of a
 * placeholder is looked up too.
 */
export function dictionaryOf(
  entries: Readonly<Record<string, string>>,
): (english: string) => string {
  const whole = (english: string) =>
    Object.hasOwn(entries, english) ? entries[english] : undefined;
  const patterns = Object.entries(entries)
    .filter(([english]) => english.includes('{0}'))
    .map(([english, translation]) => ({ pattern: patternOf(english), translation }));
  return (english) => {
    const known = whole(english);
    if (known !== undefined) return known;
    for (const { pattern, translation } of patterns) {
      const [, ...parts] = pattern.exec(english) ?? [];
      if (parts.length > 0)
        return filled(
          translation,
          parts.map((part) => whole(part) ?? part),
        );
    }
    return english;
  };
}

const filled = (translation: string, parts: readonly string[]) =>
  translation.replace(/\{(\d)\}/g, (_, place) => parts[Number(place)] ?? '');

function patternOf(english: string): RegExp {
  const parts = english.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('(.+?)')}$`, 's');
}
