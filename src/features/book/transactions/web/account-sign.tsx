/** An account's sign: its picture in its color, with its name. */
import { cx } from '#web/ui/class-names.ts';
import { BoltIcon, BookIcon, StarIcon } from '#web/ui/icons.tsx';
import type { Kind } from './lines.ts';
import { accountWord } from './words.ts';

const ICONS = { savings: BookIcon, spending: BoltIcon, goal: StarIcon };
const TONES = { savings: 'sign-savings', spending: 'sign-spending', goal: 'sign-goal' };

export function AccountSign({ kind }: { kind: Kind }) {
  const Icon = ICONS[kind];
  return (
    <span className={cx('sign', TONES[kind])}>
      <Icon size={16} /> {accountWord(kind)}
    </span>
  );
}
