/** Handing the device over, and back: the dialogs are loaded when they are asked for. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import type { Child } from '#features/children/contract.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';

export const HandOverDialog = lazyPart(
  async () => (await import('#features/handover/web/hand-over-dialog.tsx')).HandOverDialog,
);
const HandBackDialog = lazyPart(
  async () => (await import('#features/handover/web/hand-back-dialog.tsx')).HandBackDialog,
);

/** In Child View, where the parent looks at the book that is handed over. */
export function HandOverButton({ child }: { child: Pick<Child, 'id' | 'name'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="alt" small onClick={() => setOpen(true)}>{t`Hand over tablet`}</Button>
      <Suspense fallback={null}>
        {open && <HandOverDialog child={child} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** At the foot of the child's screen. */
export function HandBackButton() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>{t`Hand back`}</Button>
      <Suspense fallback={null}>
        {open && <HandBackDialog onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
