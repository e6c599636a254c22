/** The mails about leaving a family and full parents. No names: they could contain any text. */
import type { Letters } from '#server/adapters/mail/mail.ts';

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

You removed the other parent from your family on Satling. Their devices were signed out at once.
Invitations they had sent and children's sign-ins they had set up have ended too.

What they have seen they may remember: think about new passphrases and wallet connections. A
read-only key (xpub) that they know cannot be taken back.
`,
  },
  de: {
    subject: 'Du hast jemanden aus deiner Familie entfernt',
    text: `Hallo,

du hast den anderen Elternteil bei Satling aus deiner Familie entfernt. Die Geräte dieser Person
wurden sofort abgemeldet. Auch die Einladungen und die Anmeldungen von Kindern, die von ihr stammen,
sind beendet.

Was sie gesehen hat, kann sie sich gemerkt haben: denk an neue Passphrasen und Verbindungen zu
Wallets. Ein Leseschlüssel (xpub), den sie kennt, lässt sich nicht zurücknehmen.
`,
  },
  es: {
    subject: 'Has quitado a alguien de tu familia',
    text: `Hola:

Has quitado de tu familia en Satling al otro padre o a la otra madre. Se cerró al momento la sesión
en sus dispositivos. También terminaron sus invitaciones y los accesos de niños que había creado.

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

The other parent has left your family on Satling and can no longer see or change its books. The
entries they made stay.

Children's sign-ins that they set up still work. Look through them in Family Overview, and end those
you do not recognise:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Der andere Elternteil hat deine Familie bei Satling verlassen',
    text: `Hallo,

der andere Elternteil hat deine Familie bei Satling verlassen und kann ihre Bücher nicht mehr sehen
oder ändern. Die Einträge dieser Person bleiben.

Anmeldungen von Kindern, die sie eingerichtet hatte, gelten weiter. Sieh sie in der Familienübersicht
durch und beende, was du nicht kennst:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'El otro padre o la otra madre ha dejado tu familia en Satling',
    text: `Hola:

El otro padre o la otra madre ha dejado tu familia en Satling y ya no puede ver ni cambiar sus
libretas. Lo que anotó se queda.

Los accesos de niños que había creado siguen valiendo. Repásalos en el Resumen familiar y cierra los
que no conozcas:

${publicUrl}/dashboard
`,
  },
});

export const fullParentMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'You will be a full parent on Satling',
    text: `Hello,

the other parent of your family on Satling has made you a full parent. In 72 hours you may do
everything that they may; until then they can undo it:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Du bekommst bei Satling volle Elternrechte',
    text: `Hallo,

der andere Elternteil deiner Familie bei Satling hat dir volle Elternrechte gegeben. In 72 Stunden
darfst du alles, was auch er darf; bis dahin kann er es zurücknehmen:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Vas a tener todos los derechos en Satling',
    text: `Hola:

El otro padre o la otra madre de tu familia en Satling te ha dado todos los derechos. Dentro de 72
horas podrás hacer todo lo que puede hacer esa persona; hasta entonces puede deshacerlo:

${publicUrl}/dashboard
`,
  },
});

export const fullParentNotice = (publicUrl: string): Letters => ({
  en: {
    subject: 'You made the other parent a full parent',
    text: `Hello,

in 72 hours the other parent of your family on Satling gets every right that you have. Until then you
can undo it under Family Overview:

${publicUrl}/dashboard

Afterwards they cannot be removed any more; they can only leave by themselves, as you can.

You did not do this? Then undo it, and sign out the devices that you do not know.
`,
  },
  de: {
    subject: 'Du hast dem anderen Elternteil volle Elternrechte gegeben',
    text: `Hallo,

in 72 Stunden bekommt der andere Elternteil deiner Familie bei Satling alle Rechte, die du hast. Bis
dahin kannst du es in der Familienübersicht zurücknehmen:

${publicUrl}/dashboard

Danach lässt er sich nicht mehr entfernen; er kann nur selbst gehen, so wie du.

Das warst nicht du? Dann nimm es zurück und melde die Geräte ab, die du nicht kennst.
`,
  },
  es: {
    subject: 'Has dado todos los derechos al otro padre o a la otra madre',
    text: `Hola:

Dentro de 72 horas el otro padre o la otra madre de tu familia en Satling tendrá todos los derechos
que tienes tú. Hasta entonces puedes deshacerlo en el Resumen familiar:

${publicUrl}/dashboard

Después ya no podrás quitarle de la familia; solo puede irse por su cuenta, igual que tú.

¿No fuiste tú? Entonces deshazlo y cierra la sesión de los dispositivos que no conozcas.
`,
  },
});

export const undoneMail = (): Letters => ({
  en: {
    subject: 'Full parent undone on Satling',
    text: `Hello,

The parent who manages your family on Satling cancelled the other adult's promotion to full parent.
Nothing else has changed.
`,
  },
  de: {
    subject: 'Volle Elternrechte bei Satling zurückgenommen',
    text: `Hallo,

wer deine Familie bei Satling verwaltet, hat zurückgenommen, dass der andere Elternteil volle
Elternrechte bekommt. Sonst hat sich nichts geändert.
`,
  },
  es: {
    subject: 'Se han retirado los derechos en Satling',
    text: `Hola:

Quien administra tu familia en Satling ha deshecho que la otra persona adulta tenga todos los derechos.
No ha cambiado nada más.
`,
  },
});
