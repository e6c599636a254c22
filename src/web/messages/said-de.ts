/** The server's sentences in German (see dictionary.ts); `{0}` stands for what changes. */
export const SAID: Readonly<Record<string, string>> = {
  'Access denied': 'Das darfst du hier nicht',
  'Authentication required': 'Bitte melde dich an',
  'At least {0} characters': 'Mindestens {0} Zeichen',
  'At most {0} characters': 'Höchstens {0} Zeichen',
  'Expected a date such as 2026-11-21': 'Erwartet wird ein Datum wie 2026-11-21',
  'Expected a weekday from 0 (Sunday) to 6 (Saturday)': 'Bitte wähle einen Wochentag',
  'Expected a whole number from {0} to {1}': 'Erwartet wird eine ganze Zahl von {0} bis {1}',
  'Expected a number from 1 to {0}': 'Erwartet wird eine Zahl von 1 bis {0}',
  'Expected something to read': 'Hier fehlt ein Text',
  'Expected text': 'Erwartet wird ein Text',
  'Please enter a valid Bitcoin amount': 'Bitte gib einen gültigen Bitcoin-Betrag ein',
  'Please enter a valid email address': 'Bitte gib eine gültige E-Mail-Adresse ein',
  'Percentage is required': 'Bitte gib einen Prozentsatz ein',
  'Percentage must be between 0.1 and 100': 'Der Prozentsatz muss zwischen 0,1 und 100 liegen',
  'Percentage must be between 1 and 100': 'Der Prozentsatz muss zwischen 1 und 100 liegen',
  'Please explain why you want to contribute (minimum 10 characters)':
    'Bitte schreib, warum du beisteuern möchtest (mindestens 10 Zeichen)',
  'Please provide a reason for denial': 'Bitte nenne einen Grund für das Nein',
  'Please select what to apply the allocation to': 'Bitte wähle, wofür die Zuteilung gilt',
  '{0} percent of new allowances are allocated already; at most {1} percent are left':
    '{0} Prozent vom neuen Taschengeld sind schon zugeteilt; höchstens {1} Prozent sind frei',
  'Ask a parent to stop this': 'Bitte deine Eltern, das zu beenden',
  'There are no savings to move': 'Es gibt kein Erspartes, das sich bewegen ließe',
  'This was moved already': 'Das wurde schon bewegt',
  'Use Contribute': 'Nimm dafür „Beisteuern“',
  'A family has at most {0} active allocations':
    'Eine Familie hat höchstens {0} aktive Zuteilungen',
  'There is no such allocation': 'Diese Zuteilung gibt es nicht',
  'The pause must end on or after the day it starts':
    'Die Pause muss an dem Tag enden, an dem sie beginnt, oder später',
  'A pause starts today or later': 'Eine Pause beginnt heute oder später',
  'Expected an IANA time zone such as Europe/Berlin':
    'Erwartet wird eine Zeitzone wie Europe/Berlin',
  'At most {0} requests': 'Höchstens {0} Anfragen',
  'Name one request at least': 'Nenne mindestens eine Anfrage',
  'Please tell your parent why you need this money':
    'Bitte sag deinen Eltern, wofür du das Geld brauchst',
  '{0} already said no': '{0} hat schon Nein gesagt',
  '{0} already said yes': '{0} hat schon Ja gesagt',
  '{0} has taken this back already': '{0} hat das schon zurückgenommen',
  'This request has ended without an answer': 'Diese Anfrage ist ohne Antwort beendet',
  'This request is still open': 'Diese Anfrage ist noch offen',
  'A no has no amount': 'Ein Nein hat keinen Betrag',
  'A yes has no reason': 'Ein Ja braucht keinen Grund',
  'Approve the amount that was asked for, or less': 'Stimm dem gewünschten Betrag zu oder weniger',
  'There is no such request': 'Diese Anfrage gibt es nicht',
  'This savings deposit is about another amount':
    'Bei diesem Übertrag geht es um einen anderen Betrag',
  '{0} requests are waiting already': 'Es warten schon {0} Anfragen',
  'That is enough for today. Please ask again tomorrow':
    'Das reicht für heute. Frag bitte morgen wieder',
  'Enter the 8 digits from the mail': 'Gib die 8 Ziffern aus der Mail ein',
  'Invalid or expired code': 'Code ungültig oder abgelaufen',
  'Invalid or expired token': 'Link ungültig oder abgelaufen',
  'Invalid or expired link': 'Link ungültig oder abgelaufen',
  'Expected en, de or es': 'Erwartet wird en, de oder es',
  'Please enter your first name': 'Bitte gib deinen Vornamen ein',
  'There is no such session': 'Diese Anmeldung gibt es nicht',
  'Too many tries. Please wait a few minutes.': 'Zu viele Versuche. Bitte warte ein paar Minuten.',
  'Too many tries. Please wait an hour.': 'Zu viele Versuche. Bitte warte eine Stunde.',
  'Please enter a valid positive number': 'Bitte gib eine gültige Zahl ein, 0 oder mehr',
  'Correction of savings': 'Korrektur des Ersparten',
  'Expected boy or girl': 'Erwartet wird Junge oder Mädchen',
  'Please enter a name for your child': 'Bitte gib einen Namen für dein Kind ein',
  'Please enter a valid age between 1 and 18': 'Bitte gib ein Alter zwischen 1 und 18 ein',
  '{0} can sign in already': '{0} kann sich schon anmelden',
  'Answer this child’s open requests first': 'Beantworte zuerst die offenen Anfragen dieses Kindes',
  'This child has no sign-in of its own': 'Dieses Kind hat keine eigene Anmeldung',
  'A family has at most {0} children': 'Eine Familie hat höchstens {0} Kinder',
  'At most {0} children': 'Höchstens {0} Kinder',
  'At most {0} children at once': 'Höchstens {0} Kinder auf einmal',
  'No change of address waits': 'Es wartet keine Adressänderung',
  'The new address has got a sign-in of its own meanwhile':
    'Die neue Adresse hat inzwischen eine eigene Anmeldung',
  'This is your address already': 'Das ist schon deine Adresse',
  'Please enter a whole number from 0 to 100': 'Bitte gib eine ganze Zahl von 0 bis 100 ein',
  'This address cannot be invited': 'Diese Adresse lässt sich nicht einladen',
  'Too many invitations. Please wait an hour.': 'Zu viele Einladungen. Bitte warte eine Stunde.',
  'Somebody signs in for this child already': 'Für dieses Kind meldet sich schon jemand an',
  'Your own family has a book of its own already. To join another family, sign in with another address.':
    'Deine Familie hat schon ein eigenes Buch. Um einer anderen Familie beizutreten, melde dich mit einer anderen Adresse an.',
  'A full parent cannot be removed; they can only leave':
    'Wer volle Elternrechte hat, kann nicht entfernt werden, nur selbst gehen',
  'There is no spouse to remove': 'Es gibt keinen Partner zum Entfernen',
  'They are a full parent already': 'Die vollen Elternrechte sind schon gegeben',
  'You are the only parent here. Make the other adult a full parent first.':
    'Du bist hier der einzige Elternteil. Gib zuerst dem anderen Erwachsenen volle Elternrechte.',
  'There is a spouse in this family already': 'In dieser Familie gibt es schon einen Partner',
  'There is no open invitation to send again': 'Es gibt keine offene Einladung zum erneuten Senden',
  'There is no spouse in this family yet': 'In dieser Familie gibt es noch keinen Partner',
  'There is no such invitation': 'Diese Einladung gibt es nicht',
  'Amount is required': 'Bitte gib einen Betrag ein',
  'Category is required': 'Bitte wähle eine Kategorie',
  'Clear definition is required': 'Bitte beschreib das Ziel genau',
  'Contribution type is required': 'Bitte wähle die Art des Beitrags',
  'Expected a PNG, JPEG or WebP picture of at most 640 by 640 pixels':
    'Erwartet wird ein Bild als PNG, JPEG oder WebP mit höchstens 640 mal 640 Pixeln',
  'Expected an address that starts with https://':
    'Erwartet wird eine Adresse, die mit https:// beginnt',
  'Target amount is required': 'Bitte gib einen Zielbetrag ein',
  'Target date cannot be earlier than today': 'Das Zieldatum kann nicht vor heute liegen',
  'Title is required': 'Bitte gib einen Titel ein',
  'Title too long': 'Der Titel ist zu lang',
  'Your parents gave to this goal, so only they can change it':
    'Deine Eltern haben zu diesem Ziel gegeben, deshalb können nur sie es ändern',
  'This goal needs only {0} BTC more': 'Diesem Ziel fehlen nur noch {0} BTC',
  'There is no such picture': 'Dieses Bild gibt es nicht',
  'This goal belongs to another child': 'Dieses Ziel gehört einem anderen Kind',
  'This goal is complete': 'Dieses Ziel ist erreicht',
  'A contribution can be taken back for 24 hours':
    'Ein Beitrag lässt sich 24 Stunden lang zurücknehmen',
  'Taken back from a goal': 'Von einem Ziel zurückgenommen',
  'The target cannot be less than what is saved':
    'Der Zielbetrag kann nicht kleiner sein als das schon Gesparte',
  'There is no such contribution': 'Diesen Beitrag gibt es nicht',
  'This goal is not complete yet': 'Dieses Ziel ist noch nicht erreicht',
  'This goal was bought already': 'Dieses Ziel wurde schon gekauft',
  'A family has at most {0} goals at the same time':
    'Eine Familie hat höchstens {0} Ziele zur gleichen Zeit',
  'There is no such goal': 'Dieses Ziel gibt es nicht',
  'A PIN has 4 to 8 digits': 'Eine PIN hat 4 bis 8 Ziffern',
  'No PIN is set. Please sign in with a link from your mail.':
    'Es ist keine PIN festgelegt. Bitte melde dich mit einem Link aus deiner Mail an.',
  'That PIN is not right': 'Diese PIN stimmt nicht',
  'This tablet was taken back already': 'Dieses Tablet wurde schon zurückgenommen',
  'Too many wrong tries. Please wait a minute.':
    'Zu viele falsche Versuche. Bitte warte eine Minute.',
  'Too many wrong tries. Please wait {0} minutes.':
    'Zu viele falsche Versuche. Bitte warte {0} Minuten.',
  'Expected a time zone such as Europe/London': 'Erwartet wird eine Zeitzone wie Europe/Berlin',
  'Failed to import CSV file': 'Die CSV-Datei ließ sich nicht einlesen',
  'Please select a CSV file to import': 'Bitte wähle eine CSV-Datei zum Einlesen',
  'This is a backup of Satling, not the file of a wallet. Only a parent can read it back':
    'Das ist eine Sicherung von Satling, keine Datei einer Wallet. Nur Eltern können sie wieder einlesen',
  'This is a backup of Satling, not the file of a wallet. “Import Backup” reads it back':
    'Das ist eine Sicherung von Satling, keine Datei einer Wallet. „Sicherung einlesen“ holt sie zurück',
  '“{0}” in the column “{1}” is not {2}': '„{0}“ in der Spalte „{1}“ ist nicht das Erwartete ({2})',
  'Row {0}: {1}': 'Zeile {0}: {1}',
  'This file is from Wallet of Satoshi. Files of {0} can be imported':
    'Diese Datei ist von Wallet of Satoshi. Einlesen lassen sich Dateien von {0}',
  'This is not a file we know. Files of {0} can be imported':
    'Diese Datei kennen wir nicht. Einlesen lassen sich Dateien von {0}',
  'Alby, Phoenix, Breez, Zeus and CoinOS': 'Alby, Phoenix, Breez, Zeus und CoinOS',
  'The file has more than {0} rows. Please export it in parts':
    'Die Datei hat mehr als {0} Zeilen. Bitte exportiere sie in Teilen',
  'The file is empty': 'Die Datei ist leer',
  'The last row is cut off. Please export the file again':
    'Die letzte Zeile ist abgeschnitten. Bitte exportiere die Datei noch einmal',
  'Expected a file of at most {0} KiB': 'Erwartet wird eine Datei von höchstens {0} KiB',
  'Expected a file of at most {0}': 'Erwartet wird eine Datei von höchstens {0}',
  'the file does not say whether this was sent or received. Please say which':
    'die Datei sagt nicht, ob das gesendet oder erhalten wurde. Bitte gib es an',
  'there is no date that can be read. Please say when this was':
    'es gibt kein lesbares Datum. Bitte sag, wann das war',
  'The file of this request is no longer there': 'Die Datei dieser Anfrage ist nicht mehr da',
  'There is no such file': 'Diese Datei gibt es nicht',
  'There is no such import': 'Dieses Einlesen gibt es nicht',
  'Import taken back': 'Einlesen zurückgenommen',
  'The money of this import is no longer there, so it cannot be taken back':
    'Das Geld aus diesem Einlesen ist nicht mehr da, deshalb lässt es sich nicht zurücknehmen',
  'These payments would take more out of spending than the book has there. Please set the Lightning balance first: rows from before that count as history':
    'Diese Zahlungen nähmen mehr aus dem Geld zum Ausgeben, als das Buch dort hat. Bitte lege zuerst den Lightning-Stand fest: ältere Zeilen zählen dann als Verlauf',
  'This import was already taken back': 'Dieses Einlesen wurde schon zurückgenommen',
  'What was in the wallet before its file begins':
    'Was in der Wallet war, bevor ihre Datei beginnt',
  'There is no such message': 'Diese Nachricht gibt es nicht',
  'Cannot Prune': 'Aufräumen nicht möglich',
  'Cannot Prune: You have selected to keep data forever.':
    'Aufräumen nicht möglich: Du hast gewählt, die Daten für immer zu behalten.',
  'You have selected to keep data forever.': 'Du hast gewählt, die Daten für immer zu behalten.',
  'Please select a backup of Satling': 'Bitte wähle eine Sicherung von Satling',
  'The file ends in the middle of a quoted text': 'Die Datei endet mitten in einem Text',
  'This is no backup of Satling': 'Das ist keine Sicherung von Satling',
  'A reset needs a sign-in of the last 15 minutes. Please sign in again with a fresh link.':
    'Zum Zurücksetzen musst du dich in den letzten 15 Minuten angemeldet haben. Bitte melde dich mit einem frischen Link neu an.',
  'Deleting the family needs a sign-in of the last 15 minutes. Please sign in again with a fresh link.':
    'Zum Löschen der Familie musst du dich in den letzten 15 Minuten angemeldet haben. Bitte melde dich mit einem frischen Link neu an.',
  'Expected 3, 6, 12, 24 or 36 months': 'Erwartet werden 3, 6, 12, 24 oder 36 Monate',
  'Nobody has asked to delete this family': 'Niemand hat darum gebeten, diese Familie zu löschen',
  'Brought forward': 'Übertrag',
  'Expected a month such as 2026-11': 'Erwartet wird ein Monat wie 2026-11',
  'Closing balance': 'Endstand',
  'Opening balance': 'Anfangsstand',
  'This month has more than {0} lines': 'Dieser Monat hat mehr als {0} Zeilen',
  'This month has not begun': 'Dieser Monat hat noch nicht begonnen',
  'Choose at least one child': 'Wähle mindestens ein Kind',
  'Each child can be named once': 'Jedes Kind kann nur einmal vorkommen',
  'Please enter a valid amount': 'Bitte gib einen gültigen Betrag ein',
  'Please fill in all fields': 'Bitte fülle alle Felder aus',
  'A correction only sets the book right: there is nothing to pay':
    'Eine Korrektur stellt nur das Buch richtig: es gibt nichts zu zahlen',
  'A wallet showed that this was paid, so nobody’s word takes it back':
    'Eine Wallet hat gezeigt, dass das bezahlt wurde; das lässt sich nicht zurücknehmen',
  Bonus: 'Bonus',
  'Chore payment': 'Für Hausarbeit',
  'Closed book': 'Geschlossenes Buch',
  'Correction of spending money': 'Korrektur beim Geld zum Ausgeben',
  Earned: 'Verdient',
  'Given to the goal': 'Zum Ziel gegeben',
  'Its payment is still being checked': 'Die Zahlung wird noch geprüft',
  'Its payment is still waiting': 'Die Zahlung wartet noch',
  'Lightning payment': 'Lightning-Zahlung',
  'More than 24 hours have passed. Please write a correcting line instead':
    'Mehr als 24 Stunden sind vergangen. Bitte schreib stattdessen eine Korrektur',
  'Moved to savings': 'Ins Ersparte verschoben',
  'Out of the goal': 'Aus dem Ziel',
  Spending: 'Ausgegeben',
  'Taken back: {0}': 'Zurückgenommen: {0}',
  'Taken from savings': 'Aus dem Ersparten',
  'The book of this child is closed': 'Das Buch dieses Kindes ist geschlossen',
  'This entry is not marked as paid': 'Dieser Eintrag ist nicht als bezahlt markiert',
  'This entry was taken back: there is nothing to pay':
    'Dieser Eintrag wurde zurückgenommen: es gibt nichts zu zahlen',
  'This is marked as paid. Take that back first':
    'Das ist als bezahlt markiert. Nimm das zuerst zurück',
  'This line takes another one back, and stays': 'Diese Zeile nimmt eine andere zurück und bleibt',
  'This line was taken back already': 'Diese Zeile wurde schon zurückgenommen',
  'Weekly allowance': 'Taschengeld der Woche',
  'The entry to go on from is no longer there':
    'Der Eintrag, bei dem es weitergehen sollte, ist nicht mehr da',
  'There is no such account': 'Dieses Konto gibt es nicht',
  'The money of a goal is moved on the goal’s own page':
    'Das Geld eines Ziels wird auf der Seite des Ziels bewegt',
  'This line came with the file of a wallet. Take back that import instead':
    'Diese Zeile kam mit der Datei einer Wallet. Nimm stattdessen das Einlesen zurück',
  'Too many pages are open here': 'Hier sind zu viele Seiten offen',
  'You have too many pages open': 'Du hast zu viele Seiten offen',
  'Not found': 'Nicht gefunden',
  'There is no such child': 'Dieses Kind gibt es nicht',
  '“{0}” is missing': '„{0}“ fehlt',
  'Something went wrong on our side. Please try again.':
    'Bei uns ist etwas schiefgegangen. Bitte versuch es noch einmal.',
  'The session is no longer what it was': 'Deine Anmeldung ist nicht mehr dieselbe',
  'The server is busy. Please try again in a moment.':
    'Der Server ist gerade beschäftigt. Bitte versuch es gleich noch einmal.',
  'Too many requests. Please try again in a minute.':
    'Zu viele Anfragen. Bitte versuch es in einer Minute wieder.',
  'Expected at most {0} KiB': 'Höchstens {0} KiB sind erlaubt',
  'This request was already answered': 'Diese Anfrage wurde schon beantwortet',
  'A reversal cannot be taken back': 'Eine Rücknahme lässt sich nicht zurücknehmen',
  'No account can hold more than 21,000,000 BTC':
    'Kein Konto kann mehr als 21.000.000 BTC enthalten',
  'There is no such entry': 'Diesen Eintrag gibt es nicht',
  'This entry was already taken back': 'Dieser Eintrag wurde schon zurückgenommen',
  'This goal was bought or deleted since, so what went into it cannot be taken back':
    'Dieses Ziel wurde inzwischen gekauft oder gelöscht, deshalb lässt sich der Beitrag nicht zurücknehmen',
  'This is more than the goal still needs': 'Das ist mehr, als dem Ziel noch fehlt',
  'You don’t have enough for this': 'Dafür hast du nicht genug',
  'Open requests hold this money. Please answer them first: {0}':
    'Offene Anfragen reservieren dieses Geld. Bitte beantworte sie zuerst: {0}',
  'That money is no longer there: it was spent or moved meanwhile':
    'Dieses Geld ist nicht mehr da: es wurde inzwischen ausgegeben oder verschoben',
  'Blog post not found': 'Beitrag nicht gefunden',
  'The balance has changed meanwhile. It is now {0}':
    'Der Stand hat sich inzwischen geändert. Er ist jetzt {0}',
  'There is no stamp to take back': 'Hier gibt es keinen Stempel zurückzunehmen',
  'The child read this itself: its stamp stays':
    'Das hat das Kind selbst gelesen: der Stempel bleibt',
  'There is no such lesson': 'Diese Lektion gibt es nicht',
  'This lesson has {0} questions': 'Diese Lektion hat {0} Fragen',
  'This push service is not known here': 'Dieser Nachrichtendienst ist hier nicht bekannt',
};
