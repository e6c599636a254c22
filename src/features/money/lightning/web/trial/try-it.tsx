/** A wallet's first payment: 10 sats of a child's spending money, to a parent's phone. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lightning } from '#features/money/lightning/connections/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import { satsOf } from '#web/amounts.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { SendTab } from '../pay/send-tab.tsx';

const TRIED_SATS = 10n;
/** Includes the highest possible fee: a tenth of that is no reason to fail. */
const NEEDED_SATS = 20n;

type Kid = Pick<Child, 'id' | 'name' | 'availableSpending'>;

/** @param to the parents' Lightning address, if they have set one */
export function TryIt({ kids, to }: { kids: readonly Kid[]; to: string }) {
  const [isOpen, setOpen] = useState(false);
  const kid = kids.find(({ availableSpending }) => satsOf(availableSpending) >= NEEDED_SATS);
  const [first] = kids;
  if (!kid)
    return (
      <p className="sub">
        {t`The 10 sats come out of a child’s spending money. There are none yet: add 20 sats first, for the fee too.`}{' '}
        {first && <PageLink href={`/children/${first.id}`}>{t`${first.name}’s page`}</PageLink>}
      </p>
    );
  const { name } = kid;
  return (
    <>
      <p className="sub">
        {t`Send 10 sats to a wallet on your phone, and see that they arrive. They come out of ${name}’s spending money.`}
      </p>
      <div>
        <Button look="alt" onClick={() => setOpen(true)}>{t`Send 10 sats`}</Button>
      </div>
      {isOpen && (
        <Dialog title={t`Try it with 10 sats`} onClose={() => setOpen(false)}>
          <Trying kid={kid} to={to} />
        </Dialog>
      )}
    </>
  );
}

function Trying({ kid, to }: { kid: Kid; to: string }) {
  const answer = useQuery(query(lightning.ofChild, { id: kid.id }));
  return (
    <Loaded answer={answer} label={t`Opening Lightning`} height="12rem">
      {({ leftToday, paysInBrowser }) => (
        <SendTab
          child={kid}
          isChild={false}
          leftToday={leftToday}
          paysInBrowser={paysInBrowser}
          start={{ to, sats: TRIED_SATS }}
        />
      )}
    </Loaded>
  );
}
