/** Name, age, and boy or girl: what adding and editing a child share, and its rules. */
import { t } from '@lingui/core/macro';
import { AGE_INVALID, NAME_REQUIRED } from '#features/children/contract.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { RadioGroup } from '#web/ui/choice-field.tsx';
import { NumberField, TextField } from '#web/ui/text-field.tsx';

export interface ChildDraft {
  name: string;
  age: string;
  gender: 'boy' | 'girl';
}

/** What is wrong: the field, and the toast's two lines. */
export interface Wrong {
  field: string;
  title: string;
  message: string;
}

/** The first thing that is wrong with name or age. */
export function wrongIn({ name, age }: ChildDraft): Wrong | undefined {
  if (name.trim() === '') return { field: 'name', title: t`Name Required`, message: NAME_REQUIRED };
  if (ageOf(age) === undefined)
    return { field: 'age', title: t`Invalid Age`, message: AGE_INVALID };
  return undefined;
}

/** A whole number from 1 to 18, or undefined. */
export function ageOf(text: string): number | undefined {
  const age = /^\d{1,2}$/.test(text.trim()) ? Number.parseInt(text, 10) : 0;
  return age >= 1 && age <= 18 ? age : undefined;
}

export interface ChildFieldsProps {
  draft: ChildDraft;
  onChange: (change: Partial<ChildDraft>) => void;
  /** The child's place in the family: its colour. */
  slot: number;
}

export function ChildFields({ draft, onChange, slot }: ChildFieldsProps) {
  const drawing = (gender: 'boy' | 'girl', word: string) => (
    <span className="flex items-center gap-3">
      <Avatar name={draft.name} slot={slot} drawing={gender} size={40} /> {word}
    </span>
  );
  return (
    <>
      <TextField
        name="name"
        label={t`Name`}
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={draft.name}
        onChange={(name) => onChange({ name })}
      />
      <NumberField
        name="age"
        label={t`Age`}
        hint={t`From 1 to 18. Words and sizes on the child’s screen follow it.`}
        min={1}
        max={18}
        value={draft.age}
        onChange={(age) => onChange({ age })}
      />
      <div className="[&_.choice]:items-center [&_.choices]:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
        <RadioGroup
          name="gender"
          label={t`Picture`}
          value={draft.gender}
          onChange={(gender) => onChange({ gender })}
          options={[
            { value: 'boy', label: drawing('boy', t`Boy`) },
            { value: 'girl', label: drawing('girl', t`Girl`) },
          ]}
        />
      </div>
    </>
  );
}
