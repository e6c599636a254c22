/** /privacy: the data that this browser stores and, if signed in, its push notifications. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { PrivacyPage } from '#features/book/privacy/web/privacy-page.tsx';
import { auth } from '#features/people/auth/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { isSignedIn } from '#web/signed-in.ts';

const PushCard = lazyPart(
  async () => (await import('#features/notices/push/web/push-card.tsx')).PushCard,
);

export function DevicePage() {
  // Only from the cache: a signed-in person's page already has it.
  const user = useQuery({ ...query(auth.user, {}), enabled: false }).data;
  return (
    <div className="grid gap-6">
      <PrivacyPage isChild={user?.role === 'child'} />
      {isSignedIn() && (
        <Suspense fallback={null}>
          <PushCard />
        </Suspense>
      )}
    </div>
  );
}
