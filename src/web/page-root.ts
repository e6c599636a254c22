/** The React root of the page, so that a change of person can unmount the whole page. */
import type { Root } from 'react-dom/client';

let root: Root | undefined;

export const setPageRoot = (to: Root): void => {
  root = to;
};

/** Unmounts the page for good, whatever replies still arrive; only a page load draws again. */
export const clearPage = (): void => root?.unmount();
