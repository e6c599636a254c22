/** The refusals about keys, wallets and payments, in German, by reason. */
import type { Readable } from '#contract/reasons.ts';

export const WALLET_REASONS = {
  BITCOIN_SECRET:
    'Stopp. Das sieht nach einem privaten Schlüssel oder nach Wörtern zur Wiederherstellung aus. Gib sie nie auf einer Website ein. Nichts davon wurde gespeichert',
  BITCOIN_UNKNOWN:
    'Erwartet wird eine Bitcoin-Adresse, ein erweiterter öffentlicher Schlüssel (xpub, ypub, zpub) oder ein Deskriptor',
  BITCOIN_LATER_ADDRESS:
    'Diese Art von Adresse ist noch zu neu: Nimm eine, die mit bc1q oder bc1p beginnt',
  BITCOIN_MISTYPED: 'Ein Zeichen ist falsch oder fehlt: Die Prüfsumme stimmt nicht',
  BITCOIN_KEY_WRONG:
    'Das ist kein gültiger erweiterter öffentlicher Schlüssel eines Kontos. Exportiere den Schlüssel des Kontos (xpub, ypub, zpub) oder einen Deskriptor',
  BITCOIN_MULTISIG:
    'Wallets, für die mehrere Schlüssel unterschreiben, können noch nicht gelesen werden. Erwartet wird der Schlüssel einer Wallet mit nur einem Schlüssel',
  BITCOIN_NETWORK:
    'Das gehört zu einem anderen Netz als {network}, das dieser Server benutzt. Frag die Person, die ihn betreibt',
  ADDRESS_NOT_OF_KEY: 'Diese Adresse ist nicht unter den ersten {count} dieses Schlüssels',
  TWO_WALLETS:
    'Das sind zwei verschiedene Wallets. Gib eine Adresse, einen Schlüssel oder einen Schlüssel mit einer seiner Adressen ein',
  LINK_ASKS_ANOTHER:
    'Der Zahlungslink verlangt {amount} BTC. Gib diesen Betrag ein, oder füge nur die Adresse ohne Link ein',
  NO_WALLET: 'Es ist noch keine Wallet eingerichtet',
  ADDRESS_OF_ANOTHER_KIND: 'Diese Adresse ist von anderer Art als die der Wallet',
  ADDRESSES_LEFT_OUT: 'Vor diesen Adressen fehlen welche: Die nächste hat die Nummer {first}',
  ADDRESSES_TOO_MANY: 'Das sind mehr Adressen als nötig: Es fehlen {count}',
  ADDRESSES_NOT_OF_WALLET:
    'Diese Adressen gehören nicht zu der Wallet, deren Adressen bekannt sind',
  REFILL_UNKNOWN:
    'Dein Browser kann Adressen noch nicht von selbst ergänzen oder entfernen. Drück einmal auf „Weitere Adressen vorbereiten“',
  FIRST_ADDRESS_MISSING:
    'Das ist eine andere Wallet als zuvor. Schicke ihre Adressen von der ersten an',
  NO_PREPARED_ADDRESS:
    'Alle vorbereiteten Adressen sind in Gebrauch. Ein Elternteil muss die Wallet entsperren, damit neue vorbereitet werden',
  FIRST_ADDRESS_FIRST: 'Zuerst muss ein Elternteil die erste Empfangsadresse der Wallet bestätigen',
  NOT_A_FIRST_ADDRESS: 'Das ist keine der Adressen, die gezeigt wurden',
  FIRST_ADDRESS_KNOWN: 'Es gibt nichts zu bestätigen: Die Art der Adressen ist bekannt',
  WALLET_LOCKED:
    'Die Wallet eurer Familie ist verschlüsselt. Ein Elternteil entsperrt sie einmal, dann gibt sie hier Adressen aus',
  WALLET_IS_ENCRYPTED:
    'Für eure Wallet ist die Verschlüsselung an. Speichere sie verschlüsselt oder schalte die Verschlüsselung zuerst aus',
  ENCRYPT_WALLET_FIRST:
    'Dieser Server hat schon eine Wallet von euch. Verschlüssle diese oder entferne sie zuerst',
  OPEN_WALLET_FIRST:
    'Nur du kannst die verschlüsselte Wallet öffnen. Öffne sie, um sie mitzunehmen, oder lösche sie',
  NO_ENCRYPTED_WALLET: 'Es gibt keine verschlüsselte Wallet',
  DISCONNECT_PAYING_FIRST:
    'Auf diesem Server liegt eine Lightning-Verbindung, die bezahlt. Entferne sie zuerst und verbinde sie in der verschlüsselten Wallet neu',
  PAYING_IS_ENCRYPTED:
    'Für eure Wallet ist die Verschlüsselung an. Eine Verbindung, die bezahlt, gehört in die verschlüsselte Wallet',
  PAYMENT_TAKEN:
    'Ein anderer Browser hat diese Zahlung übernommen. Sonst darf sie niemand ausführen; sieh dort nach, was daraus wurde',
  PAYMENT_NOT_TAKEN: 'Diese Zahlung hat noch kein Browser übernommen',
  RELAY_WRONG:
    'Erwartet werden Relays mit einem öffentlichen Namen über TLS (wss://) oder Rechner, die der Betreiber erlaubt',
  VAULT_CHANGED:
    'Die Wallet wurde inzwischen geändert. Nichts wurde überschrieben. Bitte sieh noch einmal nach',
  VAULT_CHANGED_BY_OTHER:
    'Die Wallet wurde inzwischen geändert, vielleicht vom anderen Elternteil. Nichts wurde überschrieben. Bitte sieh noch einmal nach',
  NO_CHAIN_SOURCE: 'Wähle zuerst, wer nach der Wallet gefragt werden darf',
  SOURCE_ADDRESS: 'Erwartet wird eine Adresse wie {example}',
  SOURCE_UNREACHABLE:
    'Dieser Server darf nicht gefragt werden. Erwartet wird ein öffentlicher Name über TLS oder ein Rechner, den der Betreiber erlaubt',
  NO_OPERATOR_SOURCE: 'Der Betreiber bietet keine Quelle an',
  NO_DEPOSIT: 'Diesen Eingang gibt es nicht',
  DEPOSIT_WAITS: 'Dieser Eingang steht noch in keinem Block',
  DEPOSIT_BOOKED: 'Dieser Eingang steht schon im Buch',
  DEPOSIT_GONE: 'Das Netz hat diesen Eingang verworfen',
  SAVE_WALLET_FIRST: 'Das ist eine andere Wallet als die eingerichtete. Speichere sie zuerst',
  VAULT_DAY_WAITS: 'Ein anderer Tresortag wartet noch auf seine Zahlung',
  VAULT_DAY_NEEDS_KEY:
    'Ein Tresortag braucht den öffentlichen Schlüssel deiner Wallet, keine einzelne Adresse',
  NOTHING_COLLECTED: 'Für dieses Kind ist nichts gesammelt',
  SEND_ABOVE_SAVINGS: 'Nicht genug Bitcoin auf dem Sparkonto',
  TRANSFER_ABOVE_SAVINGS: 'Das ist mehr, als gespart ist',
  SEND_CANCELLED: 'Diese Zahlung wurde aufgegeben',
  SEND_NOT_WAITING: 'Diese Zahlung wurde schon gesehen oder aufgegeben',
  SEND_UNDER_WAY: 'Diese Zahlung ist unterwegs und kann nicht mehr aufgegeben werden',
  HUB_DETAILS: 'Bitte gib die URL und das Zugriffs-Token deines Alby Hub ein',
  CONNECTION_REQUIRED: 'Bitte füge deine NWC-Verbindung ein',
  ADDRESS_CANNOT_PAY:
    'Eine Lightning-Adresse empfängt nur. Wähle zum Bezahlen eine andere Verbindung',
  RECEIVING_CAN_PAY:
    'Diese Verbindung könnte Geld ausgeben. Leg zum Empfangen in deiner Wallet eine an, die nur empfangen kann',
  RECEIVING_CANNOT_RECEIVE:
    'Diese Verbindung kann keine Rechnungen erstellen, also könnte nichts ankommen. Erlaube es in deiner Wallet, oder verbinde eine andere',
  SPENDING_CANNOT_PAY:
    'Diese Verbindung kann nicht bezahlen. Leg in deiner Wallet eine an, die bezahlen darf, mit einem Budget',
  NO_BUDGET:
    'Deine Wallet nennt für diese Verbindung kein Budget, also begrenzt nichts, was sie ausgeben könnte. Setz dort ein Budget oder kreuze „Ich weiß“ an',
  WALLET_UNREADABLE:
    'Das sieht nicht nach der Verbindung zu einer Wallet aus. Ist sie ganz kopiert?',
  WALLET_UNREACHABLE:
    'Wir erreichen die Wallet nicht. Läuft sie, und ist alles vollständig kopiert?',
  WALLET_NO_ANSWER: 'Die Wallet hat nicht rechtzeitig geantwortet. Ist sie offen und online?',
  WALLET_BAD_ANSWER: 'Die Antwort der Wallet ist nicht lesbar',
  WALLET_REFUSED: 'Die Wallet hat abgelehnt. Vielleicht wurde die Verbindung dort entfernt',
  WALLET_OVER_BUDGET: 'Das ist mehr als das Budget, das in der Wallet gesetzt ist',
  WALLET_BUSY: 'Die Wallet ist gerade überlastet. Versuch es in einer Minute noch einmal',
  WALLET_NOT_OFFERED: 'Die Wallet bietet das über diese Verbindung nicht an',
  WALLET_OTHER_NETWORK: 'Diese Wallet gehört zu einem anderen Bitcoin-Netz als dieser Server',
  WALLET_OTHER_HOST:
    'Diese Adresse gibt Zahlungen an einen anderen Server weiter, der von hier nicht aufgerufen werden darf. Nimm die Adresse, die deine Wallet selbst zeigt',
  LIGHTNING_ADDRESS_WRONG: 'Erwartet wird eine Lightning-Adresse wie mia@example.com',
  LIGHTNING_ADDRESS_REQUIRED: 'Bitte gib mindestens eine Lightning-Adresse ein',
  NO_PAYMENT: 'Diese Zahlung gibt es nicht',
  NO_GIFT: 'Dieses Geschenk gibt es nicht',
  GIFT_ANSWERED: 'Dieses Geschenk steht schon im Buch',
  GIFT_WHICH_GOAL: 'Wähle das Ziel, für das es ist',
  GIFT_NAMES_CHILD: 'Das liest jeder, der zahlt: Lass die Namen deiner Kinder weg',
  GIFT_NOT_PUBLIC:
    'Fremde Wallets müssen diesen Server über https unter einem öffentlichen Namen erreichen',
  GIFT_NO_RECEIVING: 'Verbinde zuerst eine Lightning-Wallet, die nur empfangen kann',
  GIFT_NO_HASH:
    'Deine Wallet kann keinen Hash eines Textes in eine Rechnung schreiben. Eine eigene Adresse braucht das. phoenixd kann es, und manche Wallets über Nostr Wallet Connect',
  GIFT_WORD: 'Höchstens 20 kleine Buchstaben und Ziffern',
  SUB_WALLET_THERE: 'Dieses Kind hat schon eine eigene Wallet',
  SUB_WALLET_IN_VAULT: 'Der Schlüssel zur Wallet dieses Kindes ist in eurer verschlüsselten Wallet',
  NO_SUB_WALLET: 'Dieses Kind hat keine eigene Wallet',
  NO_LIGHTNING: 'Dafür ist noch keine Lightning-Wallet verbunden',
  INVOICE_REQUIRED: 'Bitte füge eine Lightning-Rechnung ein',
  INVOICE_WRONG: 'Die Lightning-Rechnung ist nicht lesbar',
  INVOICE_IS_ADDRESS:
    'Das ist eine Lightning-Adresse, keine Rechnung. Bitte den Empfänger um eine Rechnung',
  RECEIVER_SILENT: 'Diese Adresse antwortet nicht. Prüfe sie, oder versuch es später noch einmal',
  RECEIVER_REFUSED:
    'Diese Adresse hat für diesen Betrag keine Rechnung gegeben. Versuch einen anderen Betrag, oder bitte den Empfänger um eine Rechnung',
  INVOICE_IS_LNURL: 'Das ist eine LNURL, keine Rechnung. Bitte um die Rechnung, zu der sie führt',
  INVOICE_IS_OFFER:
    'Das ist ein BOLT12-Angebot, das sich von hier aus nicht bezahlen lässt. Bitte um eine Lightning-Rechnung',
  INVOICE_IS_BITCOIN:
    'Das ist eine Bitcoin-Adresse, keine Lightning-Rechnung. Eltern bezahlen sie mit „Bitcoin senden“ in der Bitcoin-Wallet des Kindes',
  INVOICE_WITHOUT_AMOUNT: 'Diese Rechnung nennt keinen Betrag. Bitte um eine mit Betrag',
  INVOICE_OTHER_NETWORK: 'Diese Rechnung gehört zu einem anderen Bitcoin-Netz als dieser Server',
  INVOICE_EXPIRED: 'Diese Rechnung ist abgelaufen. Bitte um eine neue',
  INVOICE_KNOWN: 'Diese Rechnung ist schon bezahlt, oder ihre Zahlung ist unterwegs',
  INVOICE_TRIED: 'Diese Rechnung wurde schon einmal versucht. Bitte um eine neue',
  INVOICE_TOO_LARGE: 'Diese Rechnung ist größer, als von hier bezahlt wird',
  INVOICE_OTHER_AMOUNT: 'Diese Rechnung lautet auf einen anderen Betrag als den gewünschten',
  INVOICE_TOO_LONG:
    'Diese Rechnung gilt länger als 7 Tage. Bitte um eine, die innerhalb von 7 Tagen abläuft',
  INVOICE_OWN: 'Diese Rechnung kommt aus deiner eigenen Familie',
  PAYMENT_ANSWERED: 'Über diese Zahlung ist schon entschieden',
  PAYMENT_OTHER_AMOUNT:
    'Betrag oder Gebühr sind andere, als du gelesen hast. Bitte sieh noch einmal hin',
  PAYMENT_NOT_OVER:
    'Solange die Rechnung nicht abgelaufen ist, kann diese Zahlung noch ankommen. Bitte warte',
  PAYOUT_NOT_OVER:
    'Bis 24 Stunden nach Ablauf der Rechnung kann dieser Zahltag noch bezahlt werden. Bitte warte',
  TRIAL_OVER: 'Diese Verbindung ist hier nicht mehr offen. Bitte teste sie noch einmal',
  TRIAL_FOREIGN_INVOICE:
    'Hier kann nur eine Rechnung bezahlt werden, die auf dieser Seite entstanden ist',
  TRIAL_SAVED:
    'Die Wallet der Familie zahlt nur aus dem Buch eines Kindes, wo es aufgeschrieben wird. Füge eine Verbindung ein, um eine Zahlung auszuprobieren',
  TRIAL_UNPAID:
    'Die Wallet bekam keinen Zahlungsauftrag, weil sie schon eine Frage davor abgelehnt hat',
  TRIAL_REFUSED:
    'Die Wallet sagt, dass sie nicht bezahlt hat. Manche Wallets weigern sich, an sich selbst zu zahlen',
  TRIAL_UNCLEAR:
    'Die Wallet sagt nicht, ob sie bezahlt hat. Sieh dort nach, bevor du es noch einmal versuchst',
  TXID_EXPECTED:
    'Erwartet wird die Kennung einer Transaktion: 64 Ziffern und Buchstaben von a bis f',
  NO_PAYOUT: 'Diesen Zahltag gibt es hier nicht',
  PAYOUT_OVER: 'Dieser Zahltag ist schon erledigt',
  PAYOUT_NO_ADDRESS: 'Dieses Kind hat noch keine eigene Lightning-Adresse',
  PAYOUT_OTHER_ADDRESS:
    'Die Lightning-Adresse ist eine andere als die, die du gelesen hast. Bitte sieh noch einmal nach',
  PAYOUT_VAULT: 'Dieser Zahltag wird für den Tresor gesammelt und nicht über Lightning bezahlt',
  PAYOUT_TXID_KEPT: 'Was im Ersparten bleibt, hat keine Transaktion',
  NOTHING_TO_PAY: 'Dieser Server verkauft nichts: Alles ist offen',
  NO_INVOICE_MADE:
    'Es wurde keine Rechnung erstellt: Die Wallet dieses Servers stellt gerade keine aus. Bitte versuche es später noch einmal',
  NO_INVOICE: 'Diese Rechnung gibt es nicht',
  REFERRAL_UNKNOWN: 'Diesen Empfehlungscode gibt es nicht. Prüfe ihn, oder lass ihn weg',
  REFERRAL_OWN: 'Ein Empfehlungscode ist für andere Familien, nicht für die eigene',
  REFERRAL_FIRST_PAYMENT: 'Ein Empfehlungscode zählt nur bei der ersten Zahlung einer Familie',
  REFERRAL_RING:
    'Diese Familie ist durch dich zu Satling gekommen, deshalb zählt ihr Code bei dir nicht',
  REFERRAL_ONCE: 'Du warst schon an einer Empfehlung beteiligt. Ein Code zählt nur einmal',
  LARGE_FILE_NEEDS_SUBSCRIPTION:
    'Auf diesem Server brauchen Dateien mit mehr als {most} Zeilen ein Abo. Importiere die Datei in Teilen, oder ein Elternteil schließt ein Abo ab',
} as const satisfies Partial<Record<Readable, string>>;
