/** A part of the page that is loaded when it is first shown. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * `lazyPart(async () => (await import('./pie.tsx')).Pie)`: the bundler sees which export is used.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load() }));
