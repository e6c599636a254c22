/** The demo's pages in one chunk; /demo and /demo-dashboard are the same. */
import { useLocation } from 'wouter';
import type { Demo } from './demo.ts';
import { DemoCoverage } from './demo-coverage.tsx';
import { DemoDashboard } from './demo-dashboard.tsx';
import { DemoGoals } from './demo-goals.tsx';
import { theDemo } from './use-demo.ts';

export function DemoPage({ demo = theDemo() }: { demo?: Demo }) {
  const [path] = useLocation();
  if (path === '/demo-coverage') return <DemoCoverage demo={demo} />;
  return path === '/demo-goals' ? <DemoGoals demo={demo} /> : <DemoDashboard demo={demo} />;
}
