/** Why something about restoring a server is refused: each reason with its sentence. */

export const RESTORE_REFUSALS = {
  SERVER_UNCHECKED:
    'This server was just restored from a backup. Whoever runs it checks it first. Try again later.',
  RESTORE_NOT_EMPTY: 'There are books on this server already. A backup needs an empty one.',
  RESTORE_NO_FILE: 'Choose a backup file',
  RESTORE_NO_SHEET: 'This is not a whole restore sheet. Check it letter by letter.',
  RESTORE_PASSPHRASE: 'This is not the passphrase of this backup',
  RESTORE_ENCRYPTED: 'This backup is encrypted. Its passphrase is missing.',
  RESTORE_PLAIN: 'This backup is not encrypted. Leave the passphrase out, if it is really yours.',
  RESTORE_OTHER_KEY: 'This backup and this sheet do not belong together',
  RESTORE_NEWER: 'A newer Satling made this backup. Install that version first.',
  RESTORE_FOREIGN: 'Nothing proves that this backup is yours, or it was changed since',
  RESTORE_DAMAGED: 'This file is damaged, or is no backup of Satling',
  RESTORE_LIST: 'The list of erasures does not belong to this sheet, or was changed. Leave it out.',
  RESTORE_FAILED: 'The backup could not be restored. The log of the server says why.',
  RESTORE_OTHER_SET:
    'Where this server is installed, another {setting} is set. Remove it there and start again. The server then keeps the key of the sheet.',
  RESTORE_TOO_LARGE: 'There is no room for this file on the disk of the server',
  SHEET_WORDS_WRONG: 'These are not the words of the sheet. Look at their numbers.',
  NO_SHEET_HERE: 'This server has no restore sheet',
  RESTORE_CHECKED: 'No restore waits to be checked',
} as const;
