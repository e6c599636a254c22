/** The mails about joining and leaving a family. No names: they could carry a stranger's words. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const joinedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Your invitation was accepted',
    text: `Hello,

the person you invited has joined your family on Satling:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Deine Einladung wurde angenommen',
    text: `Hallo,

wen du eingeladen hast, gehört jetzt bei Satling zu deiner Familie:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Han aceptado tu invitación',
    text: `Hola:

La persona que invitaste ya forma parte de tu familia en Satling:

${publicUrl}/dashboard
`,
  },
});

export const removedMail = (): Letters => ({
  en: {
    subject: 'You were removed from a family on Satling',
    text: `Hello,

the parent who manages your family on Satling has removed you from it. Your devices were signed
out. You can sign in again at any time; you then have a family of your own.
`,
  },
  de: {
    subject: 'Du wurdest bei Satling aus einer Familie entfernt',
    text: `Hallo,

der Elternteil, der deine Familie bei Satling verwaltet, hat dich daraus entfernt. Deine Geräte
wurden abgemeldet. Du kannst dich jederzeit wieder anmelden; dann hast du eine eigene Familie.
`,
  },
  es: {
    subject: 'Te han quitado de una familia en Satling',
    text: `Hola:

Quien administra tu familia en Satling te ha quitado de ella. Se cerró la sesión en tus
dispositivos. Puedes volver a iniciar sesión cuando quieras; entonces tendrás una familia propia.
`,
  },
});

export const removedNotice = (): Letters => ({
  en: {
    subject: 'You removed somebody from your family',
    text: `Hello,

you removed the other parent from your family on Satling. Their devices were signed out at once.

What they have seen they may remember: think about new passphrases and wallet connections. A
read-only key (xpub) that they know cannot be taken back.
`,
  },
  de: {
    subject: 'Du hast jemanden aus deiner Familie entfernt',
    text: `Hallo,

du hast den anderen Elternteil bei Satling aus deiner Familie entfernt. Die Geräte dieser Person
wurden sofort abgemeldet.

Was sie gesehen hat, kann sie sich gemerkt haben: denk an neue Passphrasen und Verbindungen zu
Wallets. Ein Leseschlüssel (xpub), den sie kennt, lässt sich nicht zurücknehmen.
`,
  },
  es: {
    subject: 'Has quitado a alguien de tu familia',
    text: `Hola:

Has quitado de tu familia en Satling al otro padre o a la otra madre. Se cerró al momento la sesión
en sus dispositivos.

Puede recordar lo que ha visto: piensa en nuevas frases de contraseña y conexiones con monederos.
Una clave de solo lectura (xpub) que conozca no se puede retirar.
`,
  },
});

export const leftMail = (): Letters => ({
  en: {
    subject: 'You left a family on Satling',
    text: `Hello,

you have left your family on Satling. Your devices were signed out. You can sign in again at any
time; you then have a family of your own.
`,
  },
  de: {
    subject: 'Du hast bei Satling eine Familie verlassen',
    text: `Hallo,

du hast deine Familie bei Satling verlassen. Deine Geräte wurden abgemeldet. Du kannst dich jederzeit
wieder anmelden; dann hast du eine eigene Familie.
`,
  },
  es: {
    subject: 'Has dejado una familia en Satling',
    text: `Hola:

Has dejado tu familia en Satling. Se cerró la sesión en tus dispositivos. Puedes volver a iniciar
sesión cuando quieras; entonces tendrás una familia propia.
`,
  },
});

export const leftNotice = (publicUrl: string): Letters => ({
  en: {
    subject: 'The other parent has left your family on Satling',
    text: `Hello,

the other parent has left your family on Satling and can no longer see or change its books. The
entries they wrote stay:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Der andere Elternteil hat deine Familie bei Satling verlassen',
    text: `Hallo,

der andere Elternteil hat deine Familie bei Satling verlassen und kann ihre Bücher nicht mehr sehen
oder ändern. Die Einträge dieser Person bleiben:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'El otro padre o la otra madre ha dejado tu familia en Satling',
    text: `Hola:

El otro padre o la otra madre ha dejado tu familia en Satling y ya no puede ver ni cambiar sus
libretas. Lo que anotó se queda:

${publicUrl}/dashboard
`,
  },
});

export const fullParentMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'You are a full parent on Satling now',
    text: `Hello,

the other parent of your family on Satling has made you a full parent. You may now do everything
that they may:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Du hast bei Satling jetzt volle Elternrechte',
    text: `Hallo,

der andere Elternteil deiner Familie bei Satling hat dir volle Elternrechte gegeben. Du darfst jetzt
alles, was auch er darf:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Ahora tienes todos los derechos en Satling',
    text: `Hola:

El otro padre o la otra madre de tu familia en Satling te ha dado todos los derechos. Ya puedes hacer
todo lo que puede hacer esa persona:

${publicUrl}/dashboard
`,
  },
});

export const fullParentNotice = (): Letters => ({
  en: {
    subject: 'You made the other parent a full parent',
    text: `Hello,

you gave the other parent of your family on Satling every right that you have. They cannot be
removed any more; they can only leave by themselves, as you can.

You did not do this? Then sign out the devices that you do not know, under Family Overview, and
talk to each other.
`,
  },
  de: {
    subject: 'Du hast dem anderen Elternteil volle Elternrechte gegeben',
    text: `Hallo,

du hast dem anderen Elternteil deiner Familie bei Satling alle Rechte gegeben, die du hast. Er lässt
sich nicht mehr entfernen; er kann nur selbst gehen, so wie du.

Das warst nicht du? Dann melde in der Familienübersicht die Geräte ab, die du nicht kennst, und
sprecht miteinander.
`,
  },
  es: {
    subject: 'Has dado todos los derechos al otro padre o a la otra madre',
    text: `Hola:

Has dado al otro padre o a la otra madre de tu familia en Satling todos los derechos que tienes. Ya
no puedes quitarle de la familia; solo puede irse por su cuenta, igual que tú.

¿No fuiste tú? Entonces cierra, en el Resumen familiar, la sesión de los dispositivos que no conozcas,
y háblalo con esa persona.
`,
  },
});
