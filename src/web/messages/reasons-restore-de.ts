/** The refusals about restoring a server, in German, by reason. */
import type { Readable } from '#contract/reasons.ts';

export const RESTORE_REASONS = {
  SERVER_UNCHECKED:
    'Dieser Server wurde gerade aus einer Sicherung zurückgeholt. Wer ihn betreibt, sieht ihn erst durch. Versuch es später noch einmal.',
  RESTORE_NOT_EMPTY: 'Auf diesem Server gibt es schon Bücher. Eine Sicherung braucht einen leeren.',
  RESTORE_NO_FILE: 'Wähl die Datei einer Sicherung',
  RESTORE_NO_SHEET:
    'Das ist kein vollständiges Wiederherstellungsblatt. Prüf es Buchstabe für Buchstabe.',
  RESTORE_PASSPHRASE: 'Das ist nicht die Passphrase dieser Sicherung',
  RESTORE_ENCRYPTED: 'Diese Sicherung ist verschlüsselt. Ihre Passphrase fehlt.',
  RESTORE_PLAIN:
    'Diese Sicherung ist nicht verschlüsselt. Lass die Passphrase weg, wenn sie wirklich von dir ist.',
  RESTORE_OTHER_KEY: 'Diese Sicherung und dieses Blatt gehören nicht zusammen',
  RESTORE_NEWER:
    'Ein neueres Satling hat diese Sicherung gemacht. Installier zuerst diese Version.',
  RESTORE_OLDER:
    'Diese Sicherung ist älter als Satling 0.9.0. Stell sie mit 0.9.0 wieder her und installier dann diese Version.',
  RESTORE_FOREIGN:
    'Nichts beweist, dass diese Sicherung von dir ist, oder sie wurde seither verändert',
  RESTORE_DAMAGED: 'Diese Datei ist beschädigt oder keine Sicherung von Satling',
  RESTORE_LIST:
    'Die Liste der Löschungen gehört nicht zu diesem Blatt oder wurde verändert. Lass sie weg.',
  RESTORE_FAILED:
    'Die Sicherung ließ sich nicht zurückspielen. Warum, steht im Protokoll des Servers.',
  RESTORE_OTHER_SET:
    'Wo dieser Server installiert ist, ist ein anderer {setting} eingestellt. Nimm ihn dort heraus und starte neu. Dann behält der Server den Schlüssel des Blatts.',
  RESTORE_TOO_LARGE: 'Auf der Festplatte des Servers ist kein Platz für diese Datei',
  SHEET_WORDS_WRONG: 'Das sind nicht die Wörter des Blatts. Achte auf ihre Nummern.',
  NO_SHEET_HERE: 'Dieser Server hat kein Wiederherstellungsblatt',
  RESTORE_CHECKED: 'Keine Wiederherstellung wartet auf eine Durchsicht',
} as const satisfies Partial<Record<Readable, string>>;
