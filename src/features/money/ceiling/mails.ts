/** The mail about money that was moved above the ceiling. Fixed texts: no names, no amounts. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const movedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Money was moved on Satling',
    text: `Hello,

A parent in your family just moved more money on Satling than your daily limit allows without a new
sign-in. They confirmed it with a code or a passkey. You can see it in Activity:

${publicUrl}/activity

If neither of you did this, open ${publicUrl}/dashboard?view=overview and sign out the devices
you don't know. Then disconnect the wallet that pays, in the wallet itself too.
`,
  },
  de: {
    subject: 'Bei Satling wurde Geld bewegt',
    text: `Hallo,

ein Elternteil eurer Familie hat bei Satling gerade mehr bewegt, als eure Familie an einem Tag ohne
neue Anmeldung bewegt, und dabei bestätigt, dass sie oder er es ist. Du siehst es unter Aktivität:

${publicUrl}/activity

Das wart ihr beide nicht? Dann öffne ${publicUrl}/dashboard?view=overview und melde die Geräte ab, die
du nicht kennst. Trenne danach die Wallet, die bezahlt, auch in der Wallet selbst.
`,
  },
  es: {
    subject: 'Se ha movido dinero en Satling',
    text: `Hola:

Un padre o una madre de tu familia acaba de mover en Satling más de lo que tu familia mueve en un día
sin volver a iniciar sesión, y confirmó su identidad. Lo ves en Actividad:

${publicUrl}/activity

¿No fuisteis ninguno de los dos? Entonces abre ${publicUrl}/dashboard?view=overview y cierra la sesión
de los dispositivos que no conozcas. Después desconecta el monedero que paga, también en el monedero.
`,
  },
});
