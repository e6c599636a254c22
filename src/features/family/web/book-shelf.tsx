/** The books that were opened so far, each a small cover with a child's name on it. */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/card.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import type { NewChild } from './new-child.ts';

interface BookShelfProps {
  open: readonly { id: string; name: string; age: number }[];
  added: readonly NewChild[];
  onRemove: (child: NewChild) => void;
}

export function BookShelf({ open, added, onRemove }: BookShelfProps) {
  if (open.length + added.length === 0) return null;
  return (
    <ul aria-label={t`Savings books`} className="grid gap-3 two-columns">
      {open.map((child) => (
        <SmallCover key={child.id} name={child.name} age={child.age} />
      ))}
      {added.map((child, index) => (
        <SmallCover
          // biome-ignore lint/suspicious/noArrayIndexKey: two children may share name and age
          key={`${child.name} ${child.age} ${index}`}
          name={child.name}
          age={child.age}
          onRemove={() => onRemove(child)}
        />
      ))}
    </ul>
  );
}

interface SmallCoverProps {
  name: string;
  age: number;
  onRemove?: () => void;
}

function SmallCover({ name, age, onRemove }: SmallCoverProps) {
  return (
    <Cover as="li" className="stamp-new small-cover">
      <div className="min-w-0">
        <p className="cover-label">{t`Savings book`}</p>
        <p className="display break-words">{name}</p>
        <p className="cover-label">{t`Age ${age}`}</p>
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
