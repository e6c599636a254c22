/** A restore that a page asked for: the server receives the files, the program does the rest. */
import { join } from 'node:path';
import type { Sentence } from '#contract/checks.ts';
import type { RestoreSheet } from '#core/restore-sheet.ts';

/** What is uploaded in pieces: the backup, and the list of erasures that lay beside it. */
export const UPLOADS = ['backup', 'erasures'] as const;
export type Upload = (typeof UPLOADS)[number];

export type Asked = {
  secretKey: Uint8Array;
  passphrase: string | undefined;
  hasList: boolean;
  /** Of the link that signs the operator of the restored book in. */
  tokenHash: Uint8Array;
  /** Of the browser that restored. */
  pendingHash: Uint8Array;
};

/** What `app` lends to the page. */
export type Restoring = {
  /** Where uploads lie: in DATA_DIR, readable by the program alone. */
  readonly folder: string;
  /** Closes the server, restores, and starts anew. */
  readonly begin: (asked: Asked) => void;
  /** What the restore sheet holds. @throws where the passphrase's file cannot be read */
  readonly sheet: () => RestoreSheet;
  /** Why the last try of this program failed; its book is as it was. */
  readonly failure: Sentence | undefined;
};

export const uploadIn = (folder: string, upload: Upload): string =>
  join(folder, `restore-${upload}.part`);
