/** A catalog file, as the build reads it: compiled messages by message id. */
declare module '*.po' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
