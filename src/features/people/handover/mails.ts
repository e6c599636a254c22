/** The mail about a PIN that was set or changed. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const pinChangedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Your PIN on Satling was changed',
    text: `Hello,

your PIN for taking back a shared tablet was set or changed just now.

You did not do this? Then open ${publicUrl}/dashboard, sign out the devices that you do not know
under Settings, Devices, and change the PIN there.
`,
  },
  de: {
    subject: 'Deine PIN bei Satling wurde geändert',
    text: `Hallo,

deine PIN, mit der du ein gemeinsames Tablet zurücknimmst, wurde gerade festgelegt oder geändert.

Das warst nicht du? Dann öffne ${publicUrl}/dashboard, melde unter Einstellungen, Geräte, die Geräte ab,
die du nicht kennst, und ändere dort die PIN.
`,
  },
  es: {
    subject: 'Se ha cambiado tu PIN en Satling',
    text: `Hola:

Acaba de fijarse o cambiarse tu PIN para recuperar una tableta compartida.

¿No fuiste tú? Entonces abre ${publicUrl}/dashboard, cierra en Ajustes, Dispositivos, la sesión de los
dispositivos que no conozcas y cambia allí el PIN.
`,
  },
});
