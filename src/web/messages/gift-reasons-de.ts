/** Why something about a child's Lightning address is refused, in German, by reason. */
export const GIFT_REASONS = {
  NO_GIFT: 'Dieses Geschenk gibt es nicht',
  GIFT_ANSWERED: 'Dieses Geschenk steht schon im Buch',
  GIFT_WHICH_GOAL: 'Wähle das Ziel, für das es ist',
  GIFT_NAMES_CHILD: 'Das liest jeder, der zahlt: Lass die Namen deiner Kinder weg',
  GIFT_NOT_PUBLIC:
    'Fremde Wallets müssen diesen Server über https unter einem öffentlichen Namen erreichen (PUBLIC_URL)',
  GIFT_NO_RECEIVING: 'Verbinde zuerst eine Lightning-Wallet, die nur empfangen kann',
  GIFT_NO_HASH:
    'Deine Wallet kann keinen Hash eines Textes in eine Rechnung schreiben. Eine eigene Adresse braucht das. phoenixd kann es, und manche Wallets über Nostr Wallet Connect',
  GIFT_WORD: 'Höchstens 20 kleine Buchstaben und Ziffern',
} as const;
