/** The mails about links for adults without a sign-in. No names: they could contain any text. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const helpAskedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'In 72 hours a link will sign someone in to your family on Satling',
    text: `Hello,

Someone asked for a sign-in link for an adult in your family who can't get in. It works once, in 72
hours. Your messages on Satling say who asked, and for whom.

You didn't expect this? Stop it under Family Overview before then. Any adult can:

${publicUrl}/dashboard?view=overview
`,
  },
  de: {
    subject: 'In 72 Stunden meldet ein Link jemanden in deiner Familie bei Satling an',
    text: `Hallo,

jemand hat einen Anmeldelink für jemanden Erwachsenes in deiner Familie angefordert, der nicht mehr
hineinkommt. Er gilt einmal, in 72 Stunden. Wer ihn für wen angefordert hat, steht in deinen
Nachrichten bei Satling.

Damit hast du nicht gerechnet? Halte ihn vorher in der Familienübersicht auf. Das können alle
Erwachsenen:

${publicUrl}/dashboard?view=overview
`,
  },
  es: {
    subject: 'En 72 horas un enlace iniciará una sesión en tu familia en Satling',
    text: `Hola:

Alguien ha pedido un enlace de inicio de sesión para un adulto de tu familia que no puede entrar. Vale
una vez, dentro de 72 horas. Tus mensajes de Satling dicen quién lo ha pedido y para quién.

¿No lo esperabas? Detenlo antes en el Resumen familiar. Puede hacerlo cualquier adulto:

${publicUrl}/dashboard?view=overview
`,
  },
});

export const helpUsedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Someone signed in to your family on Satling with a link they were given',
    text: `Hello,

An adult in your family signed in with the link that was asked for 72 hours ago. For the next 72 hours
they can do what a spouse can.

You didn't expect this? Sign out the devices you don't know under Settings, Devices:

${publicUrl}/dashboard?view=overview
`,
  },
  de: {
    subject: 'In deiner Familie hat sich jemand bei Satling mit einem erbetenen Link angemeldet',
    text: `Hallo,

jemand Erwachsenes in deiner Familie hat sich mit dem Link angemeldet, der vor 72 Stunden angefordert
wurde. In den nächsten 72 Stunden gelten dort nur die Rechte eines zweiten Elternteils.

Damit hast du nicht gerechnet? Melde unter Einstellungen, Geräte, die Geräte ab, die du nicht kennst:

${publicUrl}/dashboard?view=overview
`,
  },
  es: {
    subject: 'Alguien ha entrado en tu familia en Satling con un enlace que se pidió',
    text: `Hola:

Un adulto de tu familia ha iniciado sesión con el enlace que se pidió hace 72 horas. Durante las
próximas 72 horas solo puede hacer lo que puede hacer un cónyuge.

¿No lo esperabas? Cierra en Ajustes, Dispositivos, la sesión de los dispositivos que no conozcas:

${publicUrl}/dashboard?view=overview
`,
  },
});

export const helpStoppedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A sign-in link for your family on Satling was stopped',
    text: `Hello,

An adult in your family stopped the sign-in link that someone had asked for. It no longer works.

Whoever needs it can ask again:

${publicUrl}/dashboard?view=overview
`,
  },
  de: {
    subject: 'Ein Anmeldelink für deine Familie bei Satling wurde aufgehalten',
    text: `Hallo,

jemand Erwachsenes in deiner Familie hat den angeforderten Anmeldelink aufgehalten. Er gilt nicht mehr.

Wer ihn braucht, kann noch einmal fragen:

${publicUrl}/dashboard?view=overview
`,
  },
  es: {
    subject: 'Se ha detenido un enlace de inicio de sesión de tu familia en Satling',
    text: `Hola:

Un adulto de tu familia ha detenido el enlace de inicio de sesión que alguien había pedido. Ya no vale.

Quien lo necesite puede volver a pedirlo:

${publicUrl}/dashboard?view=overview
`,
  },
});
