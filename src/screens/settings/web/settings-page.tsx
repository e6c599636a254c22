/** The page /settings: five short pages, each about one thing. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { PrivacyPanel } from '#features/book/privacy/web/privacy-panel.tsx';
import { AddressCard } from '#features/household/email-change/web/address-card.tsx';
import { family } from '#features/household/family/contract.ts';
import { Devices } from '#features/household/family/web/devices.tsx';
import { FamilyPeople, OwnNameCard } from '#features/household/family/web/family-overview.tsx';
import { PayDaySettings } from '#features/household/family/web/pay-day-settings.tsx';
import { JoinCard } from '#features/household/joining/web/join-card.tsx';
import { CeilingCard } from '#features/money/ceiling/web/ceiling-card.tsx';
import type { User } from '#features/people/auth/contract.ts';
import { PinCard } from '#features/people/handover/web/pin-card.tsx';
import { RateCard } from '#features/people/rates/web/rate-card.tsx';
import { HelpCard } from '#features/people/step-up/web/help-card.tsx';
import { PasskeyCard } from '#features/people/step-up/web/passkey-card.tsx';
import { RecoveryCard } from '#features/people/step-up/web/recovery-card.tsx';
import { useReader } from '#screens/dashboard/web/use-reader.ts';
import { query } from '#web/query.ts';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/skeleton.tsx';
import { BackLink } from '../../shell/web/back-link.tsx';
import { SettingsLines } from './settings-lines.tsx';
import { PAGES, type SettingsPlace } from './settings-path.ts';
import { pageName } from './settings-places.ts';

export function SettingsPage() {
  const reader = useReader();
  const [params] = useSearchParams();
  const place = PAGES.find((one) => one === params.get('page'));
  if (!reader) return <Loading label={t`Opening the book`} height="60dvh" />;
  if (!place)
    return (
      <>
        <h1>{t`Settings`}</h1>
        <Card>
          <SettingsLines />
        </Card>
      </>
    );
  return (
    <>
      <BackLink href="/settings" />
      <h1>{pageName(place)}</h1>
      <div className="grid gap-5">
        <Cards place={place} user={reader.user} />
      </div>
    </>
  );
}

function Cards({ place, user }: { place: SettingsPlace; user: User }) {
  const isParent = user.role === 'parent';
  const cards: Record<SettingsPlace, () => ReactNode> = {
    family: () => (
      <>
        <FamilyPeople />
        {isParent && <Help />}
      </>
    ),
    paydays: () => (
      <>
        <PayDaySettings />
        <RateCard />
        <CeilingCard />
      </>
    ),
    account: () => (
      <>
        <OwnNameCard />
        <AddressCard email={user.email} />
        <PasskeyCard />
        <RecoveryCard />
      </>
    ),
    devices: () => (
      <>
        <Join isParent={isParent} />
        <Devices />
        <PinCard />
      </>
    ),
    data: () => <PrivacyPanel />,
  };
  return cards[place]();
}

/** For a parent whose co-parent has joined. */
function Help() {
  const other = useOther();
  return other && <HelpCard other={other} />;
}

/** A family has at most two adults. */
function Join({ isParent }: { isParent: boolean }) {
  const other = useOther();
  return <JoinCard mayOfferAdult={isParent && other === undefined} />;
}

function useOther() {
  const overview = useQuery({ ...query(family.overview, {}), meta: { quiet: true } });
  return overview.data?.adults.find(({ isYou, state }) => !isYou && state === 'accepted');
}
