/** The first page of the family's book: every member, with their own color and pattern. */
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import type { Adult, Overview } from '#features/household/family/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { Book } from '#web/book.tsx';
import { Avatar, type Looks, looksOf } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { WaitingIcon } from '#web/ui/icons.tsx';
import { nameOf, slotOfAdult } from './adults.ts';

interface MembersProps {
  overview: Overview;
  books: readonly Child[];
}

export function Members({ overview, books }: MembersProps) {
  const { adults, totalMembers } = overview;
  return (
    <Book
      level="h2"
      title={t`Our family`}
      lead={
        <Plural value={totalMembers} one="# person in this book" other="# people in this book" />
      }
    >
      <ul className="members">
        {adults.map((adult, index) => (
          <Member
            key={adult.email}
            name={nameOf(adult)}
            detail={roleText(adult)}
            looks={{ slot: slotOfAdult(index) }}
            invited={adult.state === 'invited'}
          />
        ))}
        {books.map((child) => (
          <Member
            key={child.id}
            name={child.name}
            detail={ageAndShare(child, overview)}
            looks={looksOf(child)}
          />
        ))}
      </ul>
    </Book>
  );
}

function roleText({ isYou, role }: Adult): string {
  if (isYou) return role === 'parent' ? t`You, parent` : t`You, spouse`;
  return role === 'parent' ? t`Parent` : t`Spouse`;
}

/** The drawing fits six names; this list has everyone's share. */
function ageAndShare({ id, age }: Child, { childrenShares }: Overview): string {
  const share = childrenShares.find(({ childId }) => childId === id)?.sharePercentage;
  return share ? t`Age ${age}, ${share}% of the total` : t`Age ${age}`;
}

interface MemberProps {
  name: string;
  detail: string;
  looks: Looks;
  invited?: boolean;
}

function Member({ name, detail, looks, invited = false }: MemberProps) {
  return (
    <li className="flex min-w-0 items-center gap-3">
      <Avatar name={name} {...looks} />
      <div className="min-w-0 break-anywhere">
        <strong>{name}</strong>
        <p className="sub">{detail}</p>
        {invited && (
          <Chip tone="blue" icon={<WaitingIcon size={16} />}>
            {t`Invited`}
          </Chip>
        )}
      </div>
    </li>
  );
}
