/** The mail to operators about a night without a proven backup. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const backupMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Last night’s Satling backup needs you',
    text: `Hello,

Last night’s backup of your Satling server could not be made, or could not be proven to restore.
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

die Sicherung deines Satling-Servers hat letzte Nacht nicht geklappt, oder sie ließ sich nicht zur Probe
zurückspielen. Alle Bücher sind in Ordnung und der Server läuft. Fiele heute aber die Festplatte aus,
ginge vielleicht verloren, was seit der letzten geprüften Sicherung eingetragen wurde.

Auf dieser Seite steht, was schiefging und was du tun kannst:

${publicUrl}/admin/monitoring

Diese Mail kommt jede Nacht einmal, bis wieder eine Sicherung geprüft ist.
`,
  },
  es: {
    subject: 'La copia de seguridad de Satling de esta noche te necesita',
    text: `Hola:

La copia de seguridad de tu servidor Satling de esta noche no se pudo hacer, o la prueba de restaurarla
falló. Los libros de todos están bien y el servidor funciona. Pero si hoy fallara el disco,
podrías perder lo anotado desde la última copia comprobada.

En esta página ves qué falló y cómo arreglarlo:

${publicUrl}/admin/monitoring

Recibirás este correo una vez por noche hasta que se compruebe de nuevo una copia.
`,
  },
});
