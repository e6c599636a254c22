/** The reminder to sync the wallet, by mail. Fixed texts: no names, no amounts. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const syncMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Time to compare the book with your wallet',
    text: `Hello,

You asked to be reminded: compare your children's spending money on Satling with your Lightning
wallet. Import the wallet's file, or set the balance by hand:

${publicUrl}/dashboard

How often this mail comes, and whether at all: ${publicUrl}/lightning-connect
`,
  },
  de: {
    subject: 'Zeit, das Buch mit deiner Wallet zu vergleichen',
    text: `Hallo,

du wolltest erinnert werden: Vergleiche das Geld zum Ausgeben deiner Kinder bei Satling mit deiner
Lightning-Wallet. Importiere die Datei der Wallet oder trag den Kontostand von Hand ein:

${publicUrl}/dashboard

Wie oft diese Mail kommt und ob überhaupt: ${publicUrl}/lightning-connect
`,
  },
  es: {
    subject: 'Hora de comparar la libreta con tu monedero',
    text: `Hola:

Pediste que te lo recordáramos: compara el dinero para gastar de tus hijos en Satling con tu
monedero Lightning. Importa el archivo del monedero o introduce el saldo a mano:

${publicUrl}/dashboard

Cada cuánto llega este correo, y si llega: ${publicUrl}/lightning-connect
`,
  },
});
