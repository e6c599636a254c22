/** The mail about coverage. Fixed texts: no names, no amounts. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const shortMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Your wallet holds less than your children’s books promise',
    text: `Hello,

Your family's Bitcoin wallet holds less than your children's books on Satling promise. Nothing is
lost: the books stay as they are. See how much is missing, and top the wallet up when you can:

${publicUrl}/dashboard

Your children see nothing of this.
`,
  },
  de: {
    subject: 'In deiner Wallet liegt weniger, als die Bücher deiner Kinder versprechen',
    text: `Hallo,

in der Bitcoin-Wallet deiner Familie liegt weniger, als die Bücher deiner Kinder bei Satling
versprechen. Verloren ist nichts: Die Bücher bleiben, wie sie sind. Sieh nach, wie viel fehlt, und
fülle die Wallet auf, sobald du kannst:

${publicUrl}/dashboard

Deine Kinder sehen davon nichts.
`,
  },
  es: {
    subject: 'Tu monedero tiene menos de lo que prometen las libretas de tus hijos',
    text: `Hola:

El monedero de Bitcoin de tu familia tiene menos de lo que prometen las libretas de tus hijos en
Satling. No se ha perdido nada: las libretas siguen igual. Mira cuánto falta y repón el monedero
cuando puedas:

${publicUrl}/dashboard

Tus hijos no ven nada de esto.
`,
  },
});
