/** A receipt that can be printed: terms with their words, without those that nobody knows. */
import { t } from '@lingui/core/macro';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import '#web/ui/slip.css';
import './lightning.css';

interface ReceiptDialogProps {
  /** What is known of it, in a sentence. */
  about: string;
  rows: readonly (readonly [term: string, text: string | null])[];
  onClose: () => void;
}

export function ReceiptDialog({ about, rows, onClose }: ReceiptDialogProps) {
  return (
    <Dialog
      title={t`Receipt`}
      description={about}
      onClose={onClose}
      actions={<Button look="alt" onClick={() => window.print()}>{t`Print`}</Button>}
    >
      <dl className="slip slip-lines ln-receipt">
        {rows.map(([term, text]) =>
          text === null ? null : (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
