/** Optional tasks: three at a time, each of which can be dismissed for good. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { family } from '#features/household/family/contract.ts';
import { recovery } from '#features/people/step-up/recovery/contract.ts';
import { whenForgotten } from '#web/forget.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { query } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { storedChoice, useStoredChoice } from '#web/ui/stored-choice.ts';
import { settingsPath } from '../../settings/web/settings-path.ts';
import type { FamilyBook } from './calls.ts';

const ConnectWallet = lazyPart(async () => (await import('./connect-wallet.tsx')).ConnectWallet);

const IDS = ['codes', 'wallet', 'lightning', 'device', 'encryption', 'spouse'] as const;
type Id = (typeof IDS)[number];

const MOST = 3;

const putAway = (id: Id) => storedChoice(`${STORAGE_PREFIX}later_${id}`, ['yes']);
const choices = Object.fromEntries(IDS.map((id) => [id, putAway(id)])) as Record<
  Id,
  ReturnType<typeof putAway>
>;
whenForgotten(() => {
  for (const id of IDS) choices[id].set(undefined);
});

/** A separate card, for a family that is just starting. */
export function WorthDoing({ book }: { book: FamilyBook }) {
  const left = useLeft(book);
  const [connects, connect] = useState(false);
  return (
    <>
      {left.length > 0 && (
        <Card className="dash-stack" aria-labelledby="worth-doing">
          <h2 id="worth-doing">{t`When you have a minute`}</h2>
          <Items book={book} left={left} onConnect={() => connect(true)} />
        </Card>
      )}
      {/* Stays mounted when the wallet is saved and its line disappears. */}
      {connects && <Connect onClose={() => connect(false)} />}
    </>
  );
}

/** The same, inside an expandable block of Home. */
export function WorthDoingItems({ book }: { book: FamilyBook }) {
  const left = useLeft(book);
  const [connects, connect] = useState(false);
  return (
    <div className="dash-stack">
      {left.length > 0 ? (
        <Items book={book} left={left} onConnect={() => connect(true)} />
      ) : (
        <p className="sub">{t`Nothing is left to do.`}</p>
      )}
      {connects && <Connect onClose={() => connect(false)} />}
    </div>
  );
}

/** True if tasks may be left; whether codes were printed is fetched only if it matters. */
export function useMayBeLeft(book: FamilyBook): boolean {
  const isOpen = useIsOpen(book);
  const isAway = useAway();
  return IDS.some((id) => isOpen[id] && !isAway[id]);
}

function useLeft(book: FamilyBook): readonly Id[] {
  const isOpen = useIsOpen(book);
  const isAway = useAway();
  const codes = useQuery({ ...query(recovery.state, {}), meta: { quiet: true } }).data;
  const hasCodes = codes !== undefined && codes.left > 0;
  // Stops asking a person who has printed them.
  useEffect(() => {
    if (hasCodes) choices.codes.set('yes');
  }, [hasCodes]);
  const all = { ...isOpen, codes: codes?.left === 0 };
  return IDS.filter((id) => all[id] && !isAway[id]).slice(0, MOST);
}

function useIsOpen({
  family: { hasWallet, hasEncryptedWallet, hasLightning },
  children,
}: FamilyBook) {
  // Loaded with the dashboard.
  const spouse = useQuery({ ...query(family.spouse, {}), enabled: false }).data;
  return {
    codes: true,
    wallet: !hasWallet && !hasEncryptedWallet,
    lightning: !hasLightning,
    device: children.length > 0,
    encryption: hasWallet && !hasEncryptedWallet,
    spouse: spouse === null,
  } satisfies Record<Id, boolean>;
}

interface ItemsProps {
  book: FamilyBook;
  left: readonly Id[];
  onConnect: () => void;
}

function Items({ book, left, onConnect }: ItemsProps) {
  return (
    <>
      <ul className="grid gap-4">
        {left.map((id) => (
          <Item key={id} id={id} book={book} onConnect={onConnect} />
        ))}
      </ul>
      <PageLink href="/onboarding-setup?step=family" className="sub">
        {t`Or set up everything, step by step`}
      </PageLink>
    </>
  );
}

function Connect({ onClose }: { onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <ConnectWallet onClose={onClose} />
    </Suspense>
  );
}

function useAway(): Record<Id, boolean> {
  return {
    codes: useStoredChoice(choices.codes) !== undefined,
    wallet: useStoredChoice(choices.wallet) !== undefined,
    lightning: useStoredChoice(choices.lightning) !== undefined,
    device: useStoredChoice(choices.device) !== undefined,
    encryption: useStoredChoice(choices.encryption) !== undefined,
    spouse: useStoredChoice(choices.spouse) !== undefined,
  };
}

interface ItemProps {
  id: Id;
  book: FamilyBook;
  onConnect: () => void;
}

function Item({ id, book, onConnect }: ItemProps) {
  const { text, label, href } = itemOf(id, book);
  return (
    <li className="spread gap-3">
      <p>{text}</p>
      <div className="flex items-center gap-2 ms-auto">
        <Way href={href} onPress={onConnect}>
          {label}
        </Way>
        <Button
          look="quiet"
          iconOnly
          aria-label={t`Not now: ${label}`}
          onClick={() => choices[id].set('yes')}
        >
          <CloseIcon />
        </Button>
      </div>
    </li>
  );
}

/** Links to the task's page; without an address it is done here. */
function Way({ href, onPress, children: label }: WayProps) {
  if (href === undefined)
    return (
      <Button look="alt" small onClick={onPress}>
        {label}
      </Button>
    );
  return (
    <ButtonLink look="alt" small href={href}>
      {label}
    </ButtonLink>
  );
}

type ItemWords = { text: string; label: string; href?: string };

interface WayProps {
  href: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

function itemOf(id: Id, { family, children }: FamilyBook): ItemWords {
  const name = children[0]?.name ?? '';
  const items: Record<Id, ItemWords> = {
    codes: {
      text: t`Print ten recovery codes, in case you lose your mailbox.`,
      label: t`Print codes`,
      href: settingsPath('account'),
    },
    wallet: {
      text: t`See whether the savings are covered by your own wallet.`,
      label: t`Connect a wallet`,
    },
    // The server can't use an encrypted wallet, so a pay day takes a press there.
    lightning: family.hasEncryptedWallet
      ? {
          text: t`Pay your children over Lightning, from your own browser.`,
          label: t`Set up Lightning`,
          href: '/lightning-setup',
        }
      : {
          text: t`Let pay days pay themselves, in seconds.`,
          label: t`Set up Lightning`,
          href: '/lightning-connect',
        },
    device: {
      text: t`Give ${name} a tablet or phone of their own.`,
      label: t`Add a device`,
      href: settingsPath('devices'),
    },
    encryption: {
      text: t`Lock the wallet’s key, so that only you can read it.`,
      label: t`Lock it`,
      href: '/encryption-options',
    },
    spouse: {
      text: t`Keep the books together with the other parent.`,
      label: t`Invite`,
      href: settingsPath('family'),
    },
  };
  return items[id];
}
