/** What the setup left open: at most three things, each of which can be put away for good. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { family } from '#features/family/contract.ts';
import { whenForgotten } from '#web/forget.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { STORAGE_PREFIX } from '#web/local/storage.ts';
import { query } from '#web/query.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { storedChoice, useStoredChoice } from '#web/ui/stored-choice.ts';
import type { FamilyBook } from './calls.ts';

const ConnectWallet = lazyPart(async () => (await import('./connect-wallet.tsx')).ConnectWallet);

const IDS = ['wallet', 'encryption', 'lightning', 'spouse'] as const;
type Id = (typeof IDS)[number];

const MOST = 3;

const putAway = (id: Id) => storedChoice(`${STORAGE_PREFIX}later_${id}`, ['yes']);
const choices: Record<Id, ReturnType<typeof putAway>> = {
  wallet: putAway('wallet'),
  encryption: putAway('encryption'),
  lightning: putAway('lightning'),
  spouse: putAway('spouse'),
};
whenForgotten(() => {
  for (const id of IDS) choices[id].set(undefined);
});

export function WorthDoing({ book }: { book: FamilyBook }) {
  const { hasWallet, hasEncryptedWallet, hasLightning } = book.family;
  // It came with the dashboard.
  const spouse = useQuery({ ...query(family.spouse, {}), enabled: false }).data;
  const isAway = useAway();
  const [connects, connect] = useState(false);
  const isOpen: Record<Id, boolean> = {
    wallet: !hasWallet && !hasEncryptedWallet,
    encryption: hasWallet && !hasEncryptedWallet,
    lightning: !hasLightning,
    spouse: spouse === null,
  };
  const open = IDS.filter((id) => isOpen[id]).slice(0, MOST);
  const left = open.filter((id) => !isAway[id]);
  return (
    <>
      {left.length > 0 && (
        <Card className="dash-stack" aria-labelledby="worth-doing">
          <h2 id="worth-doing">{t`When you have a minute`}</h2>
          <ul className="grid gap-4">
            {left.map((id) => (
              <Item key={id} id={id} onConnect={() => connect(true)} />
            ))}
          </ul>
        </Card>
      )}
      {/* It goes on when the wallet is saved and its line is gone. */}
      {connects && (
        <Suspense fallback={null}>
          <ConnectWallet onClose={() => connect(false)} />
        </Suspense>
      )}
    </>
  );
}

function useAway(): Record<Id, boolean> {
  return {
    wallet: useStoredChoice(choices.wallet) !== undefined,
    encryption: useStoredChoice(choices.encryption) !== undefined,
    lightning: useStoredChoice(choices.lightning) !== undefined,
    spouse: useStoredChoice(choices.spouse) !== undefined,
  };
}

function Item({ id, onConnect }: { id: Id; onConnect: () => void }) {
  const { text, label, href } = itemOf(id);
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

/** To where it is done; without an address it is done here. */
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

interface WayProps {
  href: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

function itemOf(id: Id): { text: string; label: string; href?: string } {
  const items: Record<Id, { text: string; label: string; href?: string }> = {
    wallet: {
      text: t`Connect the wallet in which you keep the savings.`,
      label: t`Connect a wallet`,
    },
    encryption: {
      text: t`Lock the wallet’s key, so that only you can read it.`,
      label: t`Lock it`,
      href: '/encryption-options',
    },
    lightning: {
      text: t`Connect a Lightning wallet, and pay in seconds.`,
      label: t`Set up Lightning`,
      href: '/lightning-setup',
    },
    spouse: {
      text: t`Invite the other parent under Family Overview.`,
      label: t`Family Overview`,
      href: '/dashboard?view=overview',
    },
  };
  return items[id];
}
