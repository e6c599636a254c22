/** Refusals about restoring a server: each reason with its sentence. */

export const RESTORE_REFUSALS = {
  SERVER_UNCHECKED:
    'This server was just restored from a backup, and whoever runs it is checking it. Try again later.',
  RESTORE_NOT_EMPTY:
    'This server already has books. A backup can only be restored to an empty one.',
  RESTORE_NO_FILE: 'Choose a backup file',
  RESTORE_NO_SHEET: 'This isn’t a complete restore sheet. Check it letter by letter.',
  RESTORE_PASSPHRASE: 'That’s not the passphrase for this backup',
  RESTORE_ENCRYPTED: 'This backup is encrypted. Its passphrase is missing.',
  RESTORE_PLAIN:
    'This backup isn’t encrypted. If you’re sure it’s yours, leave out the passphrase.',
  RESTORE_OTHER_KEY: 'This backup and this sheet don’t belong together',
  RESTORE_NEWER: 'A newer Satling made this backup. Install that version first.',
  RESTORE_OLDER:
    'This backup is older than Satling 0.9.0. Restore it with 0.9.0, then install this version.',
  RESTORE_FOREIGN: 'We can’t tell that this backup is yours. It may have been changed.',
  RESTORE_DAMAGED: 'This file is damaged, or it isn’t a Satling backup',
  RESTORE_LIST:
    'The list of erasures doesn’t belong to this sheet, or it was changed. Leave it out.',
  RESTORE_FAILED: 'The backup couldn’t be restored. The server’s log says why.',
  RESTORE_OTHER_SET:
    'Where this server is installed, another {setting} is set. Remove it there and start again. The server then keeps the key of the sheet.',
  RESTORE_TOO_LARGE: 'The server’s disk has no room for this file',
  SHEET_WORDS_WRONG: 'Those aren’t the right words. Check their numbers on the sheet.',
  NO_SHEET_HERE: 'This server doesn’t have a restore sheet',
  RESTORE_CHECKED: 'There’s no restore to check',
} as const;
