/**
 * A lesson's text as sections of numbered lines: what stands on the page, and what a voice reads.
 */
import type { Block, Run } from '#features/lessons/contract.ts';

export interface Line {
  /** Its place in the whole lesson, from 0. */
  number: number;
  runs: readonly Run[];
}

export interface Part {
  kind: 'paragraph' | 'bullets' | 'numbers';
  lines: readonly Line[];
}

export interface Section {
  heading: Line | undefined;
  parts: readonly Part[];
}

/** A heading begins a section. */
export function sectionsOf(body: readonly Block[]): Section[] {
  const sections: { heading: Line | undefined; parts: Part[] }[] = [];
  let number = 0;
  for (const { kind, lines } of body) {
    const numbered = lines.map((runs) => ({ number: number++, runs }));
    if (kind === 'heading') sections.push({ heading: numbered[0], parts: [] });
    else {
      if (sections.length === 0) sections.push({ heading: undefined, parts: [] });
      sections.at(-1)?.parts.push({ kind, lines: numbered });
    }
  }
  return sections;
}

/** The words of each line, in the order of their numbers. */
export const wordsOf = (body: readonly Block[]): string[] =>
  body.flatMap(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join('')));
