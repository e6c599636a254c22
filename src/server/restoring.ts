/** A restore started from a page: the server receives the files, the program does the rest. */
import { join } from 'node:path';
import type { Sentence } from '#contract/checks.ts';
import type { RestoreSheet } from '#core/restore-sheet.ts';

/** Files uploaded in pieces: the backup, and the list of erasures stored next to it. */
export const UPLOADS = ['backup', 'erasures'] as const;
export type Upload = (typeof UPLOADS)[number];

export type Asked = {
  secretKey: Uint8Array;
  passphrase: string | undefined;
  hasList: boolean;
  /** Token hash of the link that signs in the operator of the restored book. */
  tokenHash: Uint8Array;
  /** Identifies the browser that restored. */
  pendingHash: Uint8Array;
};

/** The parts of a restore that `app` provides to the page. */
export type Restoring = {
  /** Folder for uploads: in DATA_DIR, readable by the program alone. */
  readonly folder: string;
  /** Closes the server, restores, and starts again. */
  readonly begin: (asked: Asked) => void;
  /** The contents of the restore sheet. @throws if the passphrase's file can't be read */
  readonly sheet: () => RestoreSheet;
  /** Why this program's last attempt failed; its book is unchanged. */
  readonly failure: Sentence | undefined;
};

export const uploadIn = (folder: string, upload: Upload): string =>
  join(folder, `restore-${upload}.part`);
