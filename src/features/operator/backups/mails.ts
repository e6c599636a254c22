/** Mails to operators: a night without a proven backup, or a displayed restore sheet. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const backupMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Last night’s Satling backup needs you',
    text: `Hello,

Last night’s backup of your Satling server could not be made, proven to restore, or sent off-site.
Everybody’s book is fine and the server is running. But if its disk died today, you might lose what
was entered since the last proven backup.

Open this page to see what went wrong and how to fix it:

${publicUrl}/admin/monitoring

You get this mail once a night until a backup is proven again.
`,
  },
  de: {
    subject: 'Die Satling-Sicherung der letzten Nacht braucht dich',
    text: `Hallo,

die Sicherung deines Satling-Servers hat letzte Nacht nicht geklappt, ließ sich nicht zur Probe
zurückspielen oder kam nicht an ihrem zweiten Ort an. Alle Bücher sind in Ordnung und der Server läuft. Fiele heute aber die Festplatte aus,
ginge vielleicht verloren, was seit der letzten geprüften Sicherung eingetragen wurde.

Auf dieser Seite steht, was schiefging und was du tun kannst:

${publicUrl}/admin/monitoring

Diese Mail kommt jede Nacht einmal, bis wieder eine Sicherung geprüft ist.
`,
  },
  es: {
    subject: 'La copia de seguridad de Satling de esta noche te necesita',
    text: `Hola:

La copia de seguridad de tu servidor Satling de esta noche no se pudo hacer, no se pudo comprobar o no
llegó a su segundo lugar. Los libros de todos están bien y el servidor funciona. Pero si hoy fallara el disco,
podrías perder lo anotado desde la última copia comprobada.

En esta página ves qué falló y cómo arreglarlo:

${publicUrl}/admin/monitoring

Recibirás este correo una vez por noche hasta que se compruebe de nuevo una copia.
`,
  },
});

export const sheetMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Someone looked at your Satling server’s restore sheet',
    text: `Hello,

Someone who runs your Satling server just looked at its restore sheet. With the sheet and a backup,
anyone can open everyone’s books on a machine of their own.

If it was you, or you agreed on it, you don’t need to do anything. If not, sign out all other devices
and check who runs this server:

${publicUrl}/admin
`,
  },
  de: {
    subject: 'Jemand hat sich das Wiederherstellungsblatt deines Satling-Servers angesehen',
    text: `Hallo,

jemand, der deinen Satling-Server betreibt, hat sich gerade das Wiederherstellungsblatt angesehen. Mit dem
Blatt und einer Sicherung lassen sich alle Bücher auf einem anderen Rechner öffnen.

Warst du es selbst, oder war es abgesprochen, ist nichts zu tun. Wenn nicht, melde alle anderen Geräte ab
und sieh nach, wer diesen Server betreibt:

${publicUrl}/admin
`,
  },
  es: {
    subject: 'Alguien ha mirado la hoja de restauración de tu servidor Satling',
    text: `Hola:

Alguien que lleva tu servidor Satling acaba de mirar su hoja de restauración. Con la hoja y una copia de
seguridad se pueden abrir los libros de todos en otro ordenador.

Si fuiste tú, o lo habíais acordado, no hay nada que hacer. Si no, cierra la sesión de los demás
dispositivos y mira quién lleva este servidor:

${publicUrl}/admin
`,
  },
});
