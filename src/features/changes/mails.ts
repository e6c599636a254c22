/** The mail about a change to where money goes. Fixed texts: no names, no amounts, no addresses. */
import type { Letters } from '#server/adapters/mail/mail.ts';

/** @param isUndoable false where nothing, or another page, brings it back */
export const changedMail = (publicUrl: string, isUndoable: boolean): Letters => ({
  en: {
    subject: 'Your money settings on Satling were changed',
    text: `Hello,

Someone signed in as a parent in your family changed where money goes, who may send it, or a key to
your wallet. Messages on Satling say who changed what:

${publicUrl}/dashboard
${
  isUndoable
    ? `
Wasn't this you or the other parent? Undo it there within 72 hours, or under Family Overview. Then sign
out the devices you don't know.
`
    : `
Wasn't this you or the other parent? Sign out the devices you don't know under Family Overview.
`
}`,
  },
  de: {
    subject: 'Deine Geldeinstellungen bei Satling wurden geändert',
    text: `Hallo,

jemand, der als Elternteil deiner Familie angemeldet ist, hat geändert, wohin Geld geht, wer es senden
darf, oder einen Schlüssel zu deiner Wallet. Wer was geändert hat, steht in den Nachrichten bei Satling:

${publicUrl}/dashboard
${
  isUndoable
    ? `
Das war weder du noch der andere Elternteil? Mach es dort innerhalb von 72 Stunden rückgängig, oder in
der Familienübersicht. Melde danach die Geräte ab, die du nicht kennst.
`
    : `
Das war weder du noch der andere Elternteil? Melde in der Familienübersicht die Geräte ab, die du nicht
kennst.
`
}`,
  },
  es: {
    subject: 'Han cambiado tus ajustes de dinero en Satling',
    text: `Hola:

Alguien con la sesión de padre o madre de tu familia ha cambiado adónde va el dinero, quién puede
enviarlo o una clave de tu monedero. Los mensajes de Satling dicen quién cambió qué:

${publicUrl}/dashboard
${
  isUndoable
    ? `
¿No fuiste tú ni el otro padre o madre? Deshazlo allí en un plazo de 72 horas, o en el Resumen familiar.
Después cierra la sesión de los dispositivos que no conozcas.
`
    : `
¿No fuiste tú ni el otro padre o madre? Cierra en el Resumen familiar la sesión de los dispositivos que
no conozcas.
`
}`,
  },
});
