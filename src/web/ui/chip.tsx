/** Small labels. `StateChip` names the four states of an entry, each with its own mark and word. */
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { type IconProps, SearchingIcon, TickCircleIcon, TickIcon, WaitingIcon } from './icons.tsx';

export type Tone = 'plain' | 'green' | 'gold' | 'plum' | 'blue' | 'brick';

export interface ChipProps {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Chip({ tone = 'plain', icon, children, className }: ChipProps) {
  return (
    <span className={cx('chip', tone !== 'plain' && `chip-${tone}`, className)}>
      {icon}
      {children}
    </span>
  );
}

export type EntryState = 'recorded' | 'waiting' | 'paid' | 'checking';

const LOOK: Record<EntryState, { tone: Tone; Icon: (props: IconProps) => ReactNode }> = {
  recorded: { tone: 'plain', Icon: TickIcon },
  waiting: { tone: 'blue', Icon: WaitingIcon },
  paid: { tone: 'green', Icon: TickCircleIcon },
  checking: { tone: 'gold', Icon: SearchingIcon },
};

export function StateChip({ state }: { state: EntryState }) {
  const { tone, Icon } = LOOK[state];
  return (
    <Chip tone={tone} icon={<Icon size={16} />}>
      {stateWord(state)}
    </Chip>
  );
}

function stateWord(state: EntryState): string {
  if (state === 'recorded') return t`Recorded`;
  if (state === 'waiting') return t`Waiting`;
  return state === 'paid' ? t`Paid` : t`Still checking`;
}
