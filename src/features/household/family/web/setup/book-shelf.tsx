/** The books so far: small covers with picture, name, age and allowance. */
import { t } from '@lingui/core/macro';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { Avatar, type Looks, looksOf } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { satsText } from '#web/ui/money-text.ts';
import { weekdayName } from '#web/weekdays.ts';
import type { NewChild } from './new-child.ts';

interface BookShelfProps {
  open: readonly Child[];
  added: readonly NewChild[];
  onRemove: (child: NewChild) => void;
}

export function BookShelf({ open, added, onRemove }: BookShelfProps) {
  if (open.length + added.length === 0) return null;
  return (
    <ul aria-label={t`Savings books`} className="grid gap-3 two-columns book-shelf">
      {open.map((child) => (
        <SmallCover key={child.id} child={child} looks={looksOf(child)} />
      ))}
      {added.map((child, index) => (
        <SmallCover
          // biome-ignore lint/suspicious/noArrayIndexKey: two children may share name and age
          key={`${child.name} ${child.age} ${index}`}
          child={child}
          looks={{ slot: open.length + index, drawing: child.face }}
          onRemove={() => onRemove(child)}
        />
      ))}
    </ul>
  );
}

interface SmallCoverProps {
  child: Pick<NewChild, 'name' | 'age' | 'weeklyAllowance' | 'allowanceDay'>;
  looks: Looks;
  onRemove?: () => void;
}

function SmallCover({ child, looks, onRemove }: SmallCoverProps) {
  const { name, age, weeklyAllowance = '0', allowanceDay = 0 } = child;
  const sats = satsOf(weeklyAllowance);
  const day = weekdayName(allowanceDay);
  return (
    <Cover as="li" className="stamp-new small-cover">
      <Avatar name={name} {...looks} size={44} />
      <div className="min-w-0">
        <p className="cover-label">{t`Savings book`}</p>
        <p className="display break-words">{name}</p>
        <p className="cover-label">{t`Age ${age}`}</p>
        {sats > 0n && <p className="cover-label">{t`${satsText(sats)} on ${day}s`}</p>}
      </div>
      {onRemove && (
        <Button
          look="alt"
          small
          iconOnly
          aria-label={t`Take ${name}'s book off the list`}
          onClick={onRemove}
        >
          <CloseIcon size={18} />
        </Button>
      )}
    </Cover>
  );
}
