/** The mail about a change to where money goes. Fixed text: no names, no amounts, no addresses. */
import { undoPath } from '#contract/undo-link.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';

/** @param copyId undefined if it can't be undone, or only on another page */
export const changedMail = (publicUrl: string, copyId?: string): Letters => ({
  en: {
    subject: 'Your money settings on Satling were changed',
    text: `Hello,

Someone signed in as a parent in your family changed where money goes, who may send it, or a key to
your wallet. Messages on Satling say who changed what:

${publicUrl}/dashboard
${
  copyId !== undefined
    ? `
Wasn't this you or the other parent? Undo it within 72 hours:

${publicUrl}${undoPath(copyId)}

Then sign out the devices you don't know under Settings, Devices.
`
    : `
Wasn't this you or the other parent? Sign out the devices you don't know under Settings, Devices.
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
  copyId !== undefined
    ? `
Das war weder du noch der andere Elternteil? Mach es innerhalb von 72 Stunden rückgängig:

${publicUrl}${undoPath(copyId)}

Melde danach unter Einstellungen, Geräte, die Geräte ab, die du nicht kennst.
`
    : `
Das war weder du noch der andere Elternteil? Melde unter Einstellungen, Geräte, die Geräte ab, die du nicht
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
  copyId !== undefined
    ? `
¿No fuiste tú ni el otro padre o madre? Deshazlo en un plazo de 72 horas:

${publicUrl}${undoPath(copyId)}

Después cierra en Ajustes, Dispositivos, la sesión de los dispositivos que no conozcas.
`
    : `
¿No fuiste tú ni el otro padre o madre? Cierra en Ajustes, Dispositivos, la sesión de los dispositivos que
no conozcas.
`
}`,
  },
});
