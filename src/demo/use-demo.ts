/** The demo of this visit: begun when it is first looked at, gone when the page is closed. */
import { useSyncExternalStore } from 'react';
import { isoDay } from '#web/dates.ts';
import { type Demo, type DemoState, openDemo } from './demo.ts';

let visit: Demo | undefined;

/** The same for all its pages; it begins on the day that the reader's own clock shows. */
export function theDemo(): Demo {
  visit ??= openDemo(isoDay(new Date().toISOString(), undefined));
  return visit;
}

/** Starts from the beginning, when the reader has left the demo. */
export function forgetDemo(): void {
  visit = undefined;
}

export const useDemoState = ({ subscribe, state }: Demo): DemoState =>
  useSyncExternalStore(subscribe, state);
