/** The demo's "Is it covered?". */
import { t } from '@lingui/core/macro';
import { CoverageParts } from '#features/wallet/web/coverage-page.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { BackIcon } from '#web/ui/icons.tsx';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';

export function DemoCoverage({ demo }: { demo: Demo }) {
  return (
    <DemoFrame
      demo={demo}
      head={
        <ButtonLink href="/demo" look="quiet" small>
          <BackIcon size={20} /> {t`Back to the demo`}
        </ButtonLink>
      }
    >
      <h1>{t`Is it covered?`}</h1>
      <CoverageParts />
    </DemoFrame>
  );
}
