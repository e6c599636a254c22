/** What the program writes into books and replies, in Spanish; `{0}` stands for what changes. */
export const SAID: Readonly<Record<string, string>> = {
  'Correction of savings': 'Corrección de los ahorros',
  'Taken back from a goal': 'Recuperado de una meta',
  'Alby, Phoenix, Breez, Zeus and CoinOS': 'Alby, Phoenix, Breez, Zeus y CoinOS',
  'the file does not say whether this was sent or received. Please say which':
    'el archivo no dice si se envió o se recibió. Indícalo, por favor',
  'there is no date that can be read. Please say when this was':
    'no hay una fecha legible. Di cuándo fue, por favor',
  'Import taken back': 'Importación deshecha',
  'What was in the wallet before its file begins':
    'Lo que había en el monedero antes de su archivo',
  'Brought forward': 'Saldo anterior',
  'Closing balance': 'Saldo final',
  'Opening balance': 'Saldo inicial',
  Bonus: 'Extra',
  'Chore payment': 'Pago por una tarea',
  'Closed book': 'Libreta cerrada',
  'Correction of spending money': 'Corrección del dinero para gastar',
  Earned: 'Ganado',
  'Given to the goal': 'Dado a la meta',
  'Lightning payment': 'Pago Lightning',
  'Moved to savings': 'Pasado a ahorros',
  'Out of the goal': 'De la meta',
  Parents: 'Padres',
  Spending: 'Gasto',
  'Taken back: {0}': 'Deshecho: {0}',
  'Taken from savings': 'De los ahorros',
  'Weekly allowance': 'Paga semanal',
};
