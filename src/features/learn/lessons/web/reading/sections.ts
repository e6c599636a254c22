/** A lesson's text as sections of numbered lines, for display and reading aloud. */
import type { Block, OpenLesson, Run } from '#features/learn/lessons/contract.ts';

export interface Line {
  /** Its position in the whole lesson, from 0. */
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
  /** The name of its drawing. */
  drawing: string | undefined;
}

/** Starts a section at each heading. */
export function sectionsOf({ body, drawings }: Pick<OpenLesson, 'body' | 'drawings'>): Section[] {
  const sections: { heading: Line | undefined; parts: Part[] }[] = [];
  let number = 0;
  for (const { kind, lines } of body as readonly Block[]) {
    const numbered = lines.map((runs) => ({ number: number++, runs }));
    if (kind === 'heading') sections.push({ heading: numbered[0], parts: [] });
    else {
      if (sections.length === 0) sections.push({ heading: undefined, parts: [] });
      sections.at(-1)?.parts.push({ kind, lines: numbered });
    }
  }
  return sections.map((section, place) => ({ ...section, drawing: drawings[place] }));
}

/** Heading and text, line by line. */
export const linesOf = ({ heading, parts }: Section): Line[] => [
  ...(heading ? [heading] : []),
  ...parts.flatMap(({ lines }) => lines),
];

export const wordsOf = ({ runs }: Line): string => runs.map(({ text }) => text).join('');
