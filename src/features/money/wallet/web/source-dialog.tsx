/** The choice of a source, as a dialog. */
import { t } from '@lingui/core/macro';
import type { Source } from '#features/money/wallet/watched/contract.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SourceForm } from './source-form.tsx';

export function SourceDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  return (
    <Dialog title={t`Who is asked about this wallet?`} onClose={onClose}>
      <SourceForm source={source} onDone={onClose} onLater={onClose} />
    </Dialog>
  );
}
