/** A picker with all goal drawings. */
import { t } from '@lingui/core/macro';
import { GOAL_DRAWINGS, type GoalDrawing } from '#core/goal-drawings.ts';
import { Drawing } from '#web/ui/drawing.tsx';
import { GroupField } from '#web/ui/field.tsx';

export interface DrawingFieldProps {
  value: GoalDrawing;
  onChange: (drawing: GoalDrawing) => void;
}

export function DrawingField({ value, onChange }: DrawingFieldProps) {
  return (
    <GroupField name="drawing" label={t`Drawing`} className="goal-drawings">
      {({ firstId }) =>
        GOAL_DRAWINGS.map((drawing, index) => (
          <label key={drawing}>
            <input
              className="sr-only"
              type="radio"
              id={index === 0 ? firstId : undefined}
              name={firstId}
              value={drawing}
              checked={drawing === value}
              aria-label={drawingWord(drawing)}
              onChange={() => onChange(drawing)}
            />
            <Drawing name={drawing} />
          </label>
        ))
      }
    </GroupField>
  );
}

/** For people who can't see it. */
function drawingWord(drawing: GoalDrawing): string {
  const words: Record<GoalDrawing, string> = {
    bike: t`Bicycle`,
    kite: t`Kite`,
    book: t`Book`,
    skates: t`Ice skates`,
    telescope: t`Telescope`,
    guitar: t`Guitar`,
    house: t`House`,
    trip: t`Palm beach`,
    pet: t`Dog`,
    bear: t`Teddy bear`,
    ball: t`Football`,
    car: t`Car`,
    laptop: t`Computer`,
    camera: t`Camera`,
    paint: t`Paint box`,
    gift: t`Present`,
  };
  return words[drawing];
}
