/** The mail about spending money that is not covered. Fixed texts: no names, no amounts. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const spendingShortMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Your Lightning wallet holds less than your children’s spending money',
    text: `Hello,

Your family's Lightning wallet holds less than the spending money that your children keep in it.
Nothing is lost: the books stay as they are. See how much is missing, and top the wallet up when
you can:

${publicUrl}/coverage

Your children see nothing of this.
`,
  },
  de: {
    subject: 'In deiner Lightning-Wallet liegt weniger als das Taschengeld deiner Kinder',
    text: `Hallo,

in der Lightning-Wallet deiner Familie liegt weniger als das Geld zum Ausgeben, das deine Kinder
dort haben. Verloren ist nichts: Die Bücher bleiben, wie sie sind. Sieh nach, wie viel fehlt, und
fülle die Wallet auf, sobald du kannst:

${publicUrl}/coverage

Deine Kinder sehen davon nichts.
`,
  },
  es: {
    subject: 'Tu monedero Lightning tiene menos que el dinero para gastar de tus hijos',
    text: `Hola:

El monedero Lightning de tu familia tiene menos que el dinero para gastar que tus hijos guardan en
él. No se ha perdido nada: las libretas siguen igual. Mira cuánto falta y repón el monedero cuando
puedas:

${publicUrl}/coverage

Tus hijos no ven nada de esto.
`,
  },
});
