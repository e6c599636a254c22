/** /privacy: what this browser keeps, and for who is signed in, whether it is told of news. */
import { lazy, Suspense } from 'react';
import { PrivacyPage } from '#features/privacy/web/privacy-page.tsx';
import { isSignedIn } from '#web/signed-in.ts';

const PushCard = lazy(async () => ({
  default: (await import('#features/push/web/push-card.tsx')).PushCard,
}));

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
