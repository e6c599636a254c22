/**
 * The words in Breez's files in the twelve languages of its apps: the first eight columns of the
 * header, and a closed channel's name. Pure.
 */

/** Date & Time, Title, Description, Node ID, Amount, Preimage, TX Hash, Fee. */
export const HEADERS: Readonly<Record<string, readonly string[]>> = {
  en: ['Date & Time', 'Title', 'Description', 'Node ID', 'Amount', 'Preimage', 'TX Hash', 'Fee'],
  bg: [
    'Дата и час',
    'Заглавие',
    'Описание',
    'ID на възел',
    'Сума',
    'Предварителен образ',
    'TX хеш',
    'Такса',
  ],
  cs: ['Datum a čas', 'Název', 'Popis', 'ID uzlu', 'Částka', 'Předobraz', 'TX Hash', 'Poplatek'],
  de: [
    'Datum & Zeit',
    'Titel',
    'Beschreibung',
    'Node-ID',
    'Betrag',
    'Preimage',
    'TX Hash',
    'Gebühr',
  ],
  el: ['Date & Time', 'Τίτλος', 'Περιγραφή', 'ID κόμβου', 'Ποσό', 'Preimage', 'TX Hash', 'Fee'],
  es: ['Fecha', 'Título', 'Descripción', 'ID del nodo', 'Monto', 'Preimagen', 'TX Hash', 'Tarifa'],
  fi: [
    'Päivä ja aika',
    'Vastapuoli',
    'Kuvaus',
    'Solmun ID',
    'Määrä',
    'Preimage',
    'Tapahtumatunnus',
    'Kulut',
  ],
  fr: [
    'Date et heure',
    'Titre',
    'Description',
    'ID du noeud',
    'Montant',
    'Pre-image',
    'Hash de la TX',
    'Fee',
  ],
  it: ['Giorno e ora', 'Titolo', 'Descrizione', 'ID nodo', 'Importo', 'Preimage', 'Hash TX', 'Fee'],
  pt: [
    'Data & Hora',
    'Título',
    'Descrição',
    'ID do Servidor',
    'Quantia',
    'Comprovante',
    'TX Hash',
    'Taxa',
  ],
  sk: ['Dátum a Čas', 'Názov', 'Popis', 'ID nody', 'Suma', 'Predobraz', 'TX Hash', 'Poplatok'],
  sv: ['Datum & Tid', 'Titel', 'Beskrivning', 'Nod ID', 'Belopp', 'Preimage', 'TX Hash', 'Avgift'],
};

const CLOSED = new Set(
  [
    'Closed Channel',
    'Pending Closed Channel',
    'Затворен канал',
    'Чакащ затворен канал',
    'Uzavřený kanál',
    'Čeká na uzavřený kanál',
    'Channel geschlossen',
    'Geschlossener Channel',
    'Ausstehende Channel-Schließung',
    'Κλεισμένο κανάλι',
    'Canal cerrado',
    'Se está cerrando el canal',
    'Canal siendo cerrado',
    'Cierre de canal en proceso',
    'Maksukanava suljettu',
    'Suljettu kanava',
    'Maksukanavaa suljetaan',
    'Odotetaan suljettua kanavaa',
    'Canal fermé',
    'Channel fermé',
    'Canal en attente de fermeture',
    'Fermeture de canal en cours',
    'Canale chiuso',
    'Canale chiuso in pending',
    'Canal encerrado',
    'Canal em encerramento',
    'Zatvorený kanál',
    'Uzavretý kanál',
    'Čakám na uzavretie kanálu',
    'Čaká sa na uzavretie kanálu',
    'Čaká na uzavretý kanál',
    'Stängd Channel',
    'Stängd kanal',
    'Väntar på Stängd Channel',
    'Väntande stängd kanal',
  ].map((title) => title.toLowerCase()),
);

export const isClosedChannel = (title: string): boolean => CLOSED.has(title.trim().toLowerCase());

/** The language with these words in these columns; undefined if there is none. */
export function languageOf(
  header: readonly string[],
  columns: readonly number[],
): string | undefined {
  return Object.keys(HEADERS).find((language) =>
    columns.every((column, i) => HEADERS[language]?.[column] === header[i]),
  );
}
