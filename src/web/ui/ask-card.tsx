/** A child's request, of any kind: amount, child and reason, and on the other side the answers. */
import { t } from '@lingui/core/macro';
import type { KeyboardEventHandler, ReactNode } from 'react';
import { dayText } from '#web/dates.ts';
import { Avatar, type Looks } from './avatar.tsx';
import { Button } from './button.tsx';
import './ask-card.css';

interface Asked {
  createdAt: string;
  byChild: boolean;
  enteredBy: string | null;
}

export interface AskCardProps {
  childName: string;
  /** The child’s color and picture. */
  looks: Looks;
  picture?: ReactNode;
  amount: ReactNode;
  /** The child who asks, and the destination of the money. */
  who: string;
  why: string | undefined;
  asked: Asked;
  timeZone: string;
  detail?: ReactNode;
  onKeyDown?: KeyboardEventHandler;
  /** The answers. */
  children: ReactNode;
}

export function AskCard({ childName, looks, children, onKeyDown, ...ask }: AskCardProps) {
  return (
    <li className="ask" onKeyDown={onKeyDown}>
      <div className="ask-what">
        <div className="ask-head">
          <Avatar name={childName} {...looks} size={44} />
          {ask.picture}
          <h3 className="ask-title">
            {ask.amount} <span className="ask-who">{ask.who}</span>
          </h3>
        </div>
        {ask.why && <p className="ask-why">{ask.why}</p>}
        <p className="sub">{askedText(ask.asked, childName, ask.timeZone)}</p>
        {ask.detail}
      </div>
      <div className="ask-answers">{children}</div>
    </li>
  );
}

function askedText({ createdAt, byChild, enteredBy }: Asked, childName: string, timeZone: string) {
  const day = dayText(createdAt, timeZone);
  if (byChild) return t`Asked on ${day}`;
  return enteredBy
    ? t`Entered on ${day} by ${enteredBy}, for ${childName}`
    : t`Entered on ${day} by a parent, for ${childName}`;
}

interface Choice {
  word: string;
  /** Names the request it answers. */
  label: string;
  busy?: boolean;
  onPress: () => void;
}

/** Two answers of the same size. */
export function AskPair({ yes, no }: Record<'yes' | 'no', Choice>) {
  return (
    <div className="ask-pair">
      <Button busy={yes.busy ?? false} aria-label={yes.label} onClick={yes.onPress}>
        {yes.word}
      </Button>
      <Button look="alt" busy={no.busy ?? false} aria-label={no.label} onClick={no.onPress}>
        {no.word}
      </Button>
    </div>
  );
}
