/** What the program writes into books and replies, in German; `{0}` stands for what changes. */
export const SAID: Readonly<Record<string, string>> = {
  'Correction of savings': 'Korrektur des Ersparten',
  'Taken back from a goal': 'Von einem Ziel zurückgenommen',
  'Alby, Phoenix, Breez, Zeus and CoinOS': 'Alby, Phoenix, Breez, Zeus und CoinOS',
  'the file does not say whether this was sent or received. Please say which':
    'die Datei sagt nicht, ob das gesendet oder erhalten wurde. Bitte gib es an',
  'there is no date that can be read. Please say when this was':
    'es gibt kein lesbares Datum. Bitte sag, wann das war',
  'Import taken back': 'Einlesen zurückgenommen',
  'What was in the wallet before its file begins':
    'Was in der Wallet war, bevor ihre Datei beginnt',
  'Brought forward': 'Übertrag',
  'Closing balance': 'Endstand',
  'Opening balance': 'Anfangsstand',
  Bonus: 'Bonus',
  'Chore payment': 'Für Hausarbeit',
  'Closed book': 'Geschlossenes Buch',
  'Correction of spending money': 'Korrektur beim Geld zum Ausgeben',
  Earned: 'Verdient',
  'Given to the goal': 'Zum Ziel gegeben',
  'Lightning payment': 'Lightning-Zahlung',
  'Moved to savings': 'Ins Ersparte verschoben',
  'Out of the goal': 'Aus dem Ziel',
  Parents: 'Eltern',
  Spending: 'Ausgegeben',
  'Taken back: {0}': 'Zurückgenommen: {0}',
  'Taken from savings': 'Aus dem Ersparten',
  'Weekly allowance': 'Taschengeld der Woche',
};
