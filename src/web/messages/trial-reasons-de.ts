/** Why a wallet that is tried is refused, in German, by reason. */
export const TRIAL_REASONS = {
  TRIAL_OVER: 'Diese Verbindung ist hier nicht mehr offen. Bitte teste sie noch einmal',
  TRIAL_FOREIGN_INVOICE:
    'Hier kann nur eine Rechnung bezahlt werden, die auf dieser Seite entstanden ist',
  TRIAL_SAVED:
    'Die Wallet der Familie zahlt nur aus dem Buch eines Kindes, wo es aufgeschrieben wird. Füge eine Verbindung ein, um eine Zahlung auszuprobieren',
  TRIAL_UNPAID:
    'Die Wallet hat nicht bezahlt. Manche Wallets weigern sich, an sich selbst zu zahlen',
  TRIAL_UNCLEAR:
    'Die Wallet sagt nicht, ob sie bezahlt hat. Sieh dort nach, bevor du es noch einmal versuchst',
};
