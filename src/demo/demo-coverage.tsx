/** The demo's "Is it covered?". */
import { CoveragePage } from '#features/money/wallet/web/coverage/coverage-page.tsx';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';

export const DemoCoverage = ({ demo }: { demo: Demo }) => (
  <DemoFrame demo={demo}>
    <CoveragePage />
  </DemoFrame>
);
