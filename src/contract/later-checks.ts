/** Messages of the contracts' checks that the first page doesn't load. */
import { checkOf } from './checks.ts';

export const LATER_CHECKS = {
  EXPECTED_PAGE: 'Expected a number from 1 to {most}',
  PAUSE_ENDS_BEFORE_START: 'The pause must end on or after the day it starts',
  POSITIVE_NUMBER: 'Please enter a valid positive number',
  PIN_DIGITS: 'A PIN has 4 to 8 digits',
  EXPECTED_TIME_ZONE: 'Expected a time zone such as Europe/London',
  CSV_REQUIRED: 'Please select a CSV file to import',
  BACKUP_REQUIRED: 'Please select a Satling backup',
  EXPECTED_FILE_KIB: 'Expected a file of at most {most} KiB',
  EXPECTED_MONTHS: 'Expected 3, 6, 12, 24 or 36 months',
  EXPECTED_MONTH: 'Expected a month such as 2026-11',
  EXPECTED_YEAR: 'Expected a year such as 2026',
  EXPECTED_SPAN: 'Expected weeks, year or all, or a year or month such as 2026 or 2026-11',
  TIME_ZONE_REQUIRED: 'Expected an IANA time zone such as Europe/Berlin',
  WRONG_RECOVERY_CODE: 'This is not one of your recovery codes, or it was used already',
  WRONG_JOIN_CODE: 'This is not the code on the screen, or it no longer works',
  PASSKEY_REFUSED: 'This passkey could not be read. Please try again',
  INVALID_LINK: 'Invalid or expired link',
  WALLET_INPUT_REQUIRED: 'Please enter either a Bitcoin address or XPUB',
  XPUB_TOO_SHORT: 'An XPUB has more than {length} characters',
  BITCOIN_ADDRESS_REQUIRED: 'Please enter a valid Bitcoin address',
  TRANSACTION_ID_WRONG: 'A transaction ID has 64 characters: digits and the letters a to f',
  NOT_A_WALLET_FILE_CHILD:
    'This is a Satling backup, not a wallet’s file. Only a parent can import it',
  NOT_A_WALLET_FILE: 'This is a Satling backup, not a wallet’s file. “Import Backup” reads it',
  EXPECTED_CURRENCY: 'Expected a currency such as EUR',
  EXPECTED_PRICE: 'Please enter what one bitcoin costs, such as 61,000',
  EXPECTED_MARK: 'Choose one of the stamps or words',
  GIFT_WORD: 'At most 20 small letters and digits',
  CSV_FAILED: 'Failed to import CSV file',
} as const;

export const laterCheck = checkOf(LATER_CHECKS);
