/** Until the first line is written: three steps instead of empty cards. */
import { t } from '@lingui/core/macro';
import { type ReactNode, Suspense } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { nextPayday } from '#screens/dashboard/rules.ts';
import { satsOf } from '#web/amounts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Avatar, looksOf } from '#web/ui/avatar.tsx';
import { Button, lookClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { cx } from '#web/ui/class-names.ts';
import { TickIcon } from '#web/ui/icons.tsx';
import { satsWithValue } from '#web/ui/money-text.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { WhenNear } from '#web/ui/when-near.tsx';
import { weekdayName } from '#web/weekdays.ts';
import type { FamilyBook } from './calls.ts';
import { DueLine } from './due-line.tsx';
import type { SlipState } from './kept-slip.ts';
import { NeedsYou } from './needs-you.tsx';
import type { OpenDialog } from './parent-dialogs.tsx';

const AllowanceChips = lazyPart(
  async () => (await import('#features/pocket/allowances/web/allowance-chips.tsx')).AllowanceChips,
);
const AskName = lazyPart(
  async () => (await import('#features/household/family/web/names/ask-name.tsx')).AskName,
);
const WorthDoing = lazyPart(async () => (await import('./worth-doing.tsx')).WorthDoing);
// Includes the prompt for its passphrase.
const FamilyWallet = lazyPart(async () => (await import('./family-wallet.tsx')).FamilyWallet);

interface FirstStepsProps extends SlipState {
  book: FamilyBook;
  /** Whether the reader still has to enter their name for the children's books. */
  asksName: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

export function FirstSteps({ asksName, ...steps }: FirstStepsProps) {
  const { book } = steps;
  const { children, family } = book;
  const { hasWallet, hasEncryptedWallet } = family;
  return (
    <div className="home">
      <div className="home-column">
        <NeedsYou book={book} />
        <Steps {...steps} />
      </div>
      <div className="home-column">
        {asksName && children.length > 0 && <AskName />}
        {(hasWallet || hasEncryptedWallet) && (
          <Suspense fallback={<Loading label={t`Opening the wallet`} height="17rem" />}>
            <FamilyWallet isEncrypted={hasEncryptedWallet} height="17rem" />
          </Suspense>
        )}
        {children.length > 0 && (
          // Last on the page, to avoid layout shift.
          <WhenNear height="1px" margin="0px">
            <WorthDoing book={book} />
          </WhenNear>
        )}
      </div>
    </div>
  );
}

function Steps({ book, onOpen, ...slip }: Omit<FirstStepsProps, 'asksName'>) {
  const { children } = book;
  const hasAllowances =
    children.length > 0 && children.every((one) => satsOf(one.weeklyAllowance) > 0n);
  return (
    <Card className="dash-stack">
      <h2>{t`Three steps to the first pay day`}</h2>
      <ol className="first-steps">
        <Step number={1} title={t`An allowance for each child`} state={stateOf(hasAllowances)}>
          <Allowances books={children} onOpen={onOpen} />
        </Step>
        <Step number={2} title={t`The first pay day`} state={hasAllowances ? 'open' : 'later'}>
          <FirstPayday book={book} onOpen={onOpen} {...slip} />
        </Step>
        <Step number={3} title={t`Look at it together`} state="later">
          <p className="sub">
            {t`In Child View, your child sees savings, spending money and the next pay day.`}
          </p>
          {children.length > 0 && (
            <PageLink
              href="/dashboard?view=child"
              className={lookClass({ look: 'alt', small: true })}
            >
              {t`Open Child View`}
            </PageLink>
          )}
        </Step>
      </ol>
    </Card>
  );
}

type StepState = 'done' | 'open' | 'later';
const stateOf = (isDone: boolean): StepState => (isDone ? 'done' : 'open');

interface StepProps {
  number: number;
  title: string;
  state: StepState;
  children: ReactNode;
}

function Step({ number, title, state, children }: StepProps) {
  return (
    <li
      className={cx('first-step', state !== 'later' && 'first-step-open')}
      aria-current={state === 'open' ? 'step' : undefined}
    >
      <span className="first-step-number num">
        {state === 'done' ? <TickIcon size={20} /> : number}
      </span>
      <div>
        <h3>
          {state === 'done' && <span className="sr-only">{t`Done:`} </span>}
          {title}
        </h3>
        {children}
      </div>
    </li>
  );
}

interface AllowancesProps {
  books: readonly Child[];
  onOpen: FirstStepsProps['onOpen'];
}

function Allowances({ books, onOpen }: AllowancesProps) {
  const addChild = () => onOpen({ kind: 'add-child' });
  if (books.length === 0)
    return (
      <>
        <p className="sub">{t`Name, age, pocket money and pay day. It takes a minute.`}</p>
        <Button small onClick={addChild}>{t`Add your first child`}</Button>
      </>
    );
  return (
    <>
      <ul className="first-books">
        {books.map((child) => (
          <li key={child.id}>
            <AllowanceOf child={child} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      <Button look="alt" small onClick={addChild}>{t`Add Child`}</Button>
    </>
  );
}

/** One child: an amount with one press, or all options in the dialog. */
function AllowanceOf({ child, onOpen }: { child: Child } & Pick<AllowancesProps, 'onOpen'>) {
  const { id, name } = child;
  const sats = satsOf(child.weeklyAllowance);
  const day = weekdayName(child.allowanceDay);
  const title = t`${name}, ${child.age}`;
  return (
    <div className="first-book">
      <Avatar name={name} {...looksOf(child)} size={44} />
      <div className="first-book-words">
        <h4>
          <PageLink href={`/children/${id}`} otherwise={title}>
            {title}
          </PageLink>
        </h4>
        <p className="sub">
          {sats > 0n ? t`${satsWithValue(sats)} on ${day}s` : t`How much each week, on ${day}s?`}
        </p>
      </div>
      <div className="first-book-acts">
        {sats === 0n && (
          <Suspense fallback={null}>
            <AllowanceChips child={child} />
          </Suspense>
        )}
        <Button
          look="quiet"
          small
          aria-label={t`Amount and day for ${name}`}
          onClick={() => onOpen({ kind: 'setting', setting: 'allowance', id })}
        >
          {t`Amount and day`}
        </Button>
      </div>
    </div>
  );
}

/** On the day itself, the button; before, a first line by hand for the impatient. */
function FirstPayday({ book, onOpen, ...slip }: Omit<FirstStepsProps, 'asksName'>) {
  const { children } = book;
  if (children.length === 0)
    return <p className="sub">{t`On the day you chose, press Process Allowances.`}</p>;
  const isSet = children.some((child) => 'days' in nextPayday(child));
  return (
    <>
      {isSet ? (
        <DueLine book={book} {...slip} />
      ) : (
        <p className="sub">{t`On the day you chose, press Process Allowances.`}</p>
      )}
      <p className="sub">{t`Already saved something? Write it down today:`}</p>
      <div className="form-actions">
        {children.map(({ id, name }) => (
          <Button
            key={id}
            look="alt"
            small
            aria-label={t`Add transaction for ${name}`}
            onClick={() => onOpen({ kind: 'transaction', id })}
          >
            {name}
          </Button>
        ))}
      </div>
    </>
  );
}
