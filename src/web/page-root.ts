/** The React root of the page. A change of person unmounts it. */
import type { Root } from 'react-dom/client';

let root: Root | undefined;

export const setPageRoot = (to: Root): void => {
  root = to;
};

/** Unmounts the page permanently, even if replies still arrive; only a page load draws again. */
export const clearPage = (): void => root?.unmount();
