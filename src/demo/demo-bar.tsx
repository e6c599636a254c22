/** The demo's bar: says that this is a demo and, after each action, that nothing was sent. */
import { t } from '@lingui/core/macro';
import { InfoIcon } from '#web/ui/icons.tsx';
import type { Notice } from './words.ts';
import { saidText } from './words.ts';

export function DemoBar({ said }: { said: Notice | undefined }) {
  return (
    <aside className="demo-bar" aria-label={t`About this demo`}>
      <p className="demo-stripes">
        <strong>{t`Demo: sample data`}</strong>
      </p>
      <div role="status" className="demo-said">
        {said && (
          <p key={said.nth}>
            <InfoIcon size={20} /> <span>{saidText(said)}</span>
          </p>
        )}
      </div>
    </aside>
  );
}
