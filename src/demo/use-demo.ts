/** The demo of this visit: starts when first shown and ends when the page is closed. */
import { useSyncExternalStore } from 'react';
import { isoDay } from '#web/dates.ts';
import { type Demo, type DemoState, openDemo } from './demo.ts';

let visit: Demo | undefined;

/** Shared by all its pages; it starts on the date of the reader's clock. */
export function theDemo(): Demo {
  visit ??= openDemo(isoDay(new Date().toISOString(), undefined));
  return visit;
}

/** Starts over when the reader has left the demo. */
export function forgetDemo(): void {
  visit = undefined;
}

export const useDemoState = ({ subscribe, state }: Demo): DemoState =>
  useSyncExternalStore(subscribe, state);
