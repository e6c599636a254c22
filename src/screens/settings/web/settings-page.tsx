/** The page /settings: five short pages, each about one thing. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { User } from '#features/auth/contract.ts';
import { CeilingCard } from '#features/ceiling/web/ceiling-card.tsx';
import { AddressCard } from '#features/email-change/web/address-card.tsx';
import { family } from '#features/family/contract.ts';
import { Devices } from '#features/family/web/devices.tsx';
import { FamilyPeople, OwnNameCard } from '#features/family/web/family-overview.tsx';
import { PayDaySettings } from '#features/family/web/pay-day-settings.tsx';
import { PinCard } from '#features/handover/web/pin-card.tsx';
import { JoinCard } from '#features/joining/web/join-card.tsx';
import { PrivacyPanel } from '#features/privacy/web/privacy-panel.tsx';
import { RateCard } from '#features/rates/web/rate-card.tsx';
import { HelpCard } from '#features/step-up/web/help-card.tsx';
import { PasskeyCard } from '#features/step-up/web/passkey-card.tsx';
import { RecoveryCard } from '#features/step-up/web/recovery-card.tsx';
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
