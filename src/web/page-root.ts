/** The root that the page is drawn in, so that a change of person can take the whole page away. */
import type { Root } from 'react-dom/client';

let root: Root | undefined;

export const setPageRoot = (to: Root): void => {
  root = to;
};

/** Nothing is drawn any more, whatever answers still arrive; only loading a page draws again. */
export const clearPage = (): void => root?.unmount();
