/** The keyboard shortcuts, and the switch that turns them off. */
import { t } from '@lingui/core/macro';
import { Dialog } from '#web/ui/dialog.tsx';
import { KeysSwitch } from './keys-switch.tsx';
import './search.css';

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const keys: [string, string][] = [
    [t`Ctrl K or ⌘ K`, t`Search`],
    ['?', t`Show these keys`],
    ['Y', t`Say yes to the request that has the focus`],
    ['N', t`Say no to it, and write why`],
    ['F8', t`Go to the latest notice`],
    ['Esc', t`Close what is open`],
  ];
  return (
    <Dialog title={t`Keys`} onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <KeysSwitch />
    </Dialog>
  );
}
