/** The demo's year in the book. */
import { YearPage } from '#screens/year/web/year-page.tsx';
import type { Demo } from './demo.ts';
import { DemoFrame } from './demo-frame.tsx';

export const DemoYear = ({ demo }: { demo: Demo }) => (
  <DemoFrame demo={demo}>
    <YearPage />
  </DemoFrame>
);
