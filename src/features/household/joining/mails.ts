/** To all adults, when a device was admitted. No names: they could contain any text. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const letInMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A device was let into your family on Satling',
    text: `Hello,

a parent let a device into your family by a code on their screen. Your messages say what it became.

Didn’t expect that? Family Overview shows who is in, and signs devices out:

${publicUrl}/dashboard?view=overview
`,
  },
  de: {
    subject: 'Ein Gerät wurde bei Satling in deine Familie hereingelassen',
    text: `Hallo,

ein Elternteil hat mit einem Code auf seinem Bildschirm ein Gerät in deine Familie hereingelassen.
Was daraus wurde, steht in deinen Nachrichten.

Damit hast du nicht gerechnet? Die Familienübersicht zeigt, wer dazugehört, und meldet Geräte ab:

${publicUrl}/dashboard?view=overview
`,
  },
  es: {
    subject: 'Un dispositivo ha entrado en tu familia en Satling',
    text: `Hola:

Alguien de la familia dejó entrar a un dispositivo con un código en su pantalla. Tus mensajes dicen
en qué se convirtió.

¿No lo esperabas? El Resumen familiar muestra quién forma parte y cierra la sesión de dispositivos:

${publicUrl}/dashboard?view=overview
`,
  },
});
