/** The line for adding a child: picture, name, age, the first allowance and its day. */
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Weekday } from '#core/calendar.ts';
import { COMMON_SATS } from '#core/usual-amounts.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FaceGrid } from '#web/ui/face-grid.tsx';
import { useOwnRate } from '#web/ui/own-rate.ts';
import { NumberField, TextField } from '#web/ui/text-field.tsx';
import { weekdayName } from '#web/weekdays.ts';
import type { Entry } from './new-child.ts';

interface NewChildLineProps {
  entry: Entry;
  /** The child's position in the family, which determines its color. */
  slot: number;
  onChange: (entry: Entry) => void;
}

export function NewChildLine(props: NewChildLineProps) {
  const { entry, onChange } = props;
  return (
    <div className="new-child">
      <PictureButton {...props} />
      <div className="name-and-age">
        <TextField
          name="name"
          label={t`Child's name`}
          autoComplete="off"
          maxLength={60}
          value={entry.name}
          onChange={(name) => onChange({ ...entry, name })}
        />
        <NumberField
          name="age"
          label={t`Age`}
          min={1}
          max={18}
          value={entry.age}
          onChange={(age) => onChange({ ...entry, age })}
        />
      </div>
      <FirstAllowance {...props} />
    </div>
  );
}

function PictureButton({ entry, slot, onChange }: NewChildLineProps) {
  const [asks, setAsks] = useState(false);
  const { name, face } = entry;
  return (
    <>
      <button
        type="button"
        className="face-choice"
        aria-label={t`Choose a picture`}
        aria-haspopup="dialog"
        onClick={() => setAsks(true)}
      >
        <Avatar name={name} slot={slot} drawing={face} size={52} />
      </button>
      {asks && (
        <Dialog title={t`Choose a picture`} onClose={() => setAsks(false)}>
          <FaceGrid
            name={name}
            slot={slot}
            chosen={face}
            onChoose={(chosen) => {
              onChange({ ...entry, face: chosen });
              setAsks(false);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** Optional for now. */
function FirstAllowance({ entry, onChange }: NewChildLineProps) {
  const hasOwnMoney = useOwnRate() !== null;
  return (
    <div className="new-child-allowance grid gap-3">
      <AmountField
        name="weeklyAllowance"
        label={t`Weekly allowance, if you know it already`}
        optional
        hint={
          hasOwnMoney ? undefined : t`In sats for now. You can agree on it in your own money later.`
        }
        chips={COMMON_SATS}
        value={entry.allowance}
        onChange={(allowance) => onChange({ ...entry, allowance })}
      />
      <select
        className="input new-child-day"
        aria-label={t`Allowance day`}
        value={entry.allowanceDay ?? 0}
        onChange={({ target }) =>
          onChange({ ...entry, allowanceDay: Number(target.value) as Weekday })
        }
      >
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <option key={day} value={day}>
            {weekdayName(day)}
          </option>
        ))}
      </select>
    </div>
  );
}
