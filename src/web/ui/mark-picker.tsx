/** Twelve stamps and, for a parent, ten words to choose from. The tap itself is the choice. */
import { t } from '@lingui/core/macro';
import { type Mark, STAMP_MARKS, type StampMark, WORD_MARKS } from '#core/marks.ts';
import { Drawing } from './drawing.tsx';
import { markWord } from './mark.tsx';

interface StampPickerProps {
  busy: boolean;
  onChoose: (mark: StampMark) => void;
}

export function StampPicker({ busy, onChoose }: StampPickerProps) {
  return (
    <ul className="mark-stamps" aria-label={t`Stamps`}>
      {STAMP_MARKS.map((mark) => (
        <li key={mark}>
          <button
            type="button"
            className="mark"
            aria-label={markWord(mark)}
            aria-disabled={busy}
            onClick={() => !busy && onChoose(mark)}
          >
            <Drawing name={mark} size={40} />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function MarkPicker(props: { busy: boolean; onChoose: (mark: Mark) => void }) {
  return (
    <>
      <StampPicker {...props} />
      <ul className="mark-choices" aria-label={t`Words`}>
        {WORD_MARKS.map((mark) => (
          <li key={mark}>
            <button
              type="button"
              className="mark mark-words"
              aria-disabled={props.busy}
              onClick={() => !props.busy && props.onChoose(mark)}
            >
              {markWord(mark)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
