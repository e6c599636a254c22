/** A mark: one of our stamps, or a few words in a rubber frame. */
import { t } from '@lingui/core/macro';
import { isStamp, type Mark } from '#core/marks.ts';
import { Drawing } from './drawing.tsx';
import './mark.css';

/** @param isNew it lands with a thump, once */
export function MarkStamp({ mark, isNew = false }: { mark: string; isNew?: boolean }) {
  const tone = isNew ? 'mark stamp-new' : 'mark';
  if (!isStamp(mark)) return <span className={`${tone} mark-words`}>{markWord(mark)}</span>;
  return (
    <span className={tone} role="img" aria-label={markWord(mark)}>
      <Drawing name={mark} size={40} />
    </span>
  );
}

/** The words of a mark, or the name of a stamp. An unknown one is shown as is. */
export function markWord(mark: string): string {
  const words: Record<Mark, string> = {
    star: t`Star`,
    heart: t`Heart`,
    seedling: t`Seedling`,
    tree: t`Tree`,
    mountain: t`Mountain`,
    snail: t`Snail`,
    bulb: t`Light bulb`,
    jar: t`Savings jar`,
    shield: t`Shield`,
    kite: t`Kite`,
    bear: t`Teddy bear`,
    candle: t`Candle`,
    well_done: t`Well done`,
    proud: t`I’m proud of you`,
    patient: t`You waited patiently`,
    kind: t`That was kind`,
    clever: t`Clever idea`,
    brave: t`That was brave`,
    hard_work: t`You worked hard`,
    good_choice: t`Good choice`,
    keep_going: t`Keep going`,
    thank_you: t`Thank you`,
  };
  return words[mark as Mark] ?? mark;
}
