/** Handing the device over and back: the dialogs are loaded on demand. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Child } from '#features/people/children/contract.ts';
import { handover } from '#features/people/handover/contract.ts';
import { useHandOver } from '#features/people/handover/web/use-hand-over.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { query } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';

const HandOverDialog = lazyPart(
  async () => (await import('#features/people/handover/web/hand-over-dialog.tsx')).HandOverDialog,
);
const HandBackDialog = lazyPart(
  async () => (await import('#features/people/handover/web/hand-back-dialog.tsx')).HandBackDialog,
);

interface HandOverProps {
  child: Pick<Child, 'id' | 'name'>;
  /** If a PIN is set, on the first press: the effect is explained next to the button. */
  atOnce?: boolean;
}

export function HandOverButton({ child, atOnce }: HandOverProps) {
  const [open, setOpen] = useState(false);
  const hasPin = useQuery({ ...query(handover.pin, {}), enabled: atOnce === true }).data?.isSet;
  const start = useHandOver();
  const press = () => (hasPin ? start.run({ id: child.id }) : setOpen(true));
  return (
    <>
      <Button look="alt" small busy={start.isPending} onClick={press}>
        {t`Hand over tablet`}
      </Button>
      <Suspense fallback={null}>
        {open && <HandOverDialog child={child} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}

/** At the bottom of the child's screen. */
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
