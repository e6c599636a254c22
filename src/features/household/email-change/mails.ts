/** The mails about changing an address. Subjects contain no user input. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const oldAddressMail = (newEmail: string, link: string): Letters => ({
  en: {
    subject: 'Confirm your new address for Satling',
    text: `Hello,

You asked to sign in to Satling with another address from now on: ${newEmail}

Open this link to confirm:

${link}

It works once, within 1 hour. A second link went to the new address; the change happens when both
have been opened.

Didn’t ask for this? Then don’t open the link, and sign out any device you don’t know under Family
Overview. Without this link, your address stays as it is.
`,
  },
  de: {
    subject: 'Bestätige deine neue Adresse für Satling',
    text: `Hallo,

du möchtest dich bei Satling ab jetzt mit einer anderen Adresse anmelden: ${newEmail}

Öffne diesen Link, um Ja zu sagen:

${link}

Er gilt 1 Stunde und einmal. Ein zweiter Link ging an die neue Adresse; sie wird geändert, sobald
beide geöffnet wurden.

Das warst nicht du? Dann öffne den Link nicht, und melde in der Familienübersicht die Geräte ab, die
du nicht kennst. Ohne diesen Link bleibt deine Adresse, wie sie ist.
`,
  },
  es: {
    subject: 'Confirma tu nueva dirección para Satling',
    text: `Hola:

Has pedido iniciar sesión en Satling con otra dirección desde ahora: ${newEmail}

Abre este enlace para decir que sí:

${link}

Vale 1 hora y una sola vez. Otro enlace fue a la dirección nueva; el cambio se hace cuando se hayan
abierto los dos.

¿No lo pediste tú? Entonces no abras el enlace y, en el Resumen familiar, cierra la sesión de los
dispositivos que no conozcas. Sin este enlace tu dirección se queda como está.
`,
  },
});

export const newAddressMail = (link: string): Letters => ({
  en: {
    subject: 'Confirm this address for Satling',
    text: `Hello,

Someone who keeps a family’s savings books on Satling wants to sign in with this address from now
on. If that is you, open this link to confirm:

${link}

It works once, within 1 hour. A second link went to the old address; the change happens when both
have been opened.

Didn’t ask for this? Then you can ignore it.
`,
  },
  de: {
    subject: 'Bestätige diese Adresse für Satling',
    text: `Hallo,

jemand, der bei Satling die Sparbücher einer Familie führt, möchte sich ab jetzt mit dieser Adresse
anmelden. Bist du das, dann öffne diesen Link, um Ja zu sagen:

${link}

Er gilt 1 Stunde und einmal. Ein zweiter Link ging an die alte Adresse; sie wird geändert, sobald
beide geöffnet wurden.

Das warst nicht du? Dann tu einfach nichts.
`,
  },
  es: {
    subject: 'Confirma esta dirección para Satling',
    text: `Hola:

Alguien que lleva en Satling las libretas de ahorro de una familia quiere iniciar sesión con esta
dirección desde ahora. Si eres tú, abre este enlace para decir que sí:

${link}

Vale 1 hora y una sola vez. Otro enlace fue a la dirección anterior; el cambio se hace cuando se
hayan abierto los dos.

¿No lo pediste tú? Entonces no hagas nada.
`,
  },
});

/** To an address that already has an account: only its owner finds out. */
export const takenAddressMail = (): Letters => ({
  en: {
    subject: 'Someone wanted to use this address for Satling',
    text: `Hello,

Someone wanted to move a Satling sign-in to this address. It already has a sign-in of its own, so
nothing was changed.

If it was you, sign in with this address, or choose another one for the change.
`,
  },
  de: {
    subject: 'Jemand wollte diese Adresse für Satling benutzen',
    text: `Hallo,

jemand wollte eine Anmeldung bei Satling auf diese Adresse umstellen. Sie gehört schon zu einer
eigenen Anmeldung, darum wurde nichts geändert.

Warst du das? Dann melde dich mit dieser Adresse an, oder nimm eine andere für die Änderung.
`,
  },
  es: {
    subject: 'Alguien quiso usar esta dirección para Satling',
    text: `Hola:

Alguien quiso pasar a esta dirección un acceso a Satling. Ya tiene el suyo propio, así que no se
cambió nada.

¿Fuiste tú? Entonces inicia sesión con esta dirección, o elige otra para el cambio.
`,
  },
});

export const changedNotice = (): Letters => ({
  en: {
    subject: 'Your address for Satling was changed',
    text: `Hello,

This address no longer opens your savings books on Satling; the new one does. Your other devices
were signed out.

Both addresses confirmed the change. If that was not you, someone else can read your mail: change
the password of this mailbox, and ask the other parent to look after the family.
`,
  },
  de: {
    subject: 'Deine Adresse für Satling wurde geändert',
    text: `Hallo,

diese Adresse öffnet deine Sparbücher bei Satling nicht mehr; das tut jetzt die neue. Deine anderen
Geräte wurden abgemeldet.

Beide Postfächer haben die Änderung bestätigt. Warst du das nicht, kann jemand anders deine Mails
lesen: ändere das Passwort dieses Postfachs, und bitte den anderen Elternteil, sich um die Familie zu
kümmern.
`,
  },
  es: {
    subject: 'Tu dirección para Satling ha cambiado',
    text: `Hola:

Esta dirección ya no abre tus libretas de ahorro en Satling; ahora lo hace la nueva. Se cerró la
sesión en tus otros dispositivos.

Los dos buzones han confirmado el cambio. Si no fuiste tú, otra persona puede leer tu correo: cambia
la contraseña de este buzón y pide al otro padre o a la otra madre que cuide de la familia.
`,
  },
});
