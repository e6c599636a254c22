/** /privacy: what this browser keeps and, when signed in, its push notifications. */
import { Suspense } from 'react';
import { PrivacyPage } from '#features/privacy/web/privacy-page.tsx';
import { lazyPart } from '#web/lazy-part.ts';
import { isSignedIn } from '#web/signed-in.ts';

const PushCard = lazyPart(async () => (await import('#features/push/web/push-card.tsx')).PushCard);

export function DevicePage() {
  return (
    <div className="grid gap-6">
      <PrivacyPage />
      {isSignedIn() && (
        <Suspense fallback={null}>
          <PushCard />
        </Suspense>
      )}
    </div>
  );
}
