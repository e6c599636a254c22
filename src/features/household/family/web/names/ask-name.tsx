/** Asks once for the parent's name in the children's books. */
import { t } from '@lingui/core/macro';
import { Suspense, useState } from 'react';
import { lazyPart } from '#web/lazy-part.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { storedChoice, useStoredChoice } from '#web/ui/stored-choice.ts';

const NameDialog = lazyPart(async () => (await import('./name-dialog.tsx')).NameDialog);

/** Dismissed in this browser; Family Overview always allows adding the name. */
const later = storedChoice('satling_name_later', ['yes']);

export function AskName() {
  const [open, setOpen] = useState(false);
  const isLater = useStoredChoice(later) === 'yes';
  if (isLater) return null;
  return (
    <Card tone="gold" className="grid gap-3" aria-labelledby="ask-name">
      <h2 id="ask-name">{t`What do your children call you?`}</h2>
      <div className="form-actions">
        <Button small onClick={() => setOpen(true)}>{t`Mom, Dad, or your first name`}</Button>
        <Button look="quiet" small onClick={() => later.set('yes')}>{t`Later`}</Button>
      </div>
      <Suspense fallback={null}>{open && <NameDialog onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
