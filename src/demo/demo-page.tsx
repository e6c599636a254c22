/** The pages /demo and /demo-dashboard, which are the same, and /demo-goals, in one chunk. */
import { useLocation } from 'wouter';
import type { Demo } from './demo.ts';
import { DemoDashboard } from './demo-dashboard.tsx';
import { DemoGoals } from './demo-goals.tsx';
import { theDemo } from './use-demo.ts';

export function DemoPage({ demo = theDemo() }: { demo?: Demo }) {
  const [path] = useLocation();
  return path === '/demo-goals' ? <DemoGoals demo={demo} /> : <DemoDashboard demo={demo} />;
}
