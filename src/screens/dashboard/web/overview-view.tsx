/** Family Overview, with the cards that other features bring to it. */
import type { User } from '#features/auth/contract.ts';
import { BackupCard } from '#features/backups/web/backup-card.tsx';
import { CeilingCard } from '#features/ceiling/web/ceiling-card.tsx';
import { MoneyChanges } from '#features/changes/web/money-changes.tsx';
import { ClosedBooks } from '#features/children/web/closed-books.tsx';
import { AddressCard } from '#features/email-change/web/address-card.tsx';
import { FamilyOverview } from '#features/family/web/family-overview.tsx';
import { PinCard } from '#features/handover/web/pin-card.tsx';
import { JoinCard } from '#features/joining/web/join-card.tsx';
import { changeText } from '#features/messages/web/change-words.ts';
import { PrivacyPanel } from '#features/privacy/web/privacy-panel.tsx';
import { PasskeyCard } from '#features/step-up/web/passkey-card.tsx';
import { RecoveryCard } from '#features/step-up/web/recovery-card.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { WhenNear } from '#web/ui/when-near.tsx';

const GrowthCard = lazyPart(
  async () => (await import('#features/growth/web/growth-card.tsx')).GrowthCard,
);

export function OverviewView({ email, role }: Pick<User, 'email' | 'role'>) {
  return (
    <div className="grid gap-5 in-order">
      <MoneyChanges changeText={changeText} />
      <ClosedBooks />
      <FamilyOverview
        own={
          <>
            <AddressCard email={email} />
            <PinCard />
            <PasskeyCard />
            <RecoveryCard />
            <JoinCard isParent={role === 'parent'} />
            <CeilingCard />
            <BackupCard />
          </>
        }
      />
      <WhenNear height="43rem">
        <GrowthCard />
      </WhenNear>
      <PrivacyPanel />
    </div>
  );
}
