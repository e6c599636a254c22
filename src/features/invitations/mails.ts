/** The mail of an invitation. No names: they could carry a stranger's words. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const invitationMail = (role: 'spouse' | 'child', publicUrl: string): Letters => ({
  en: {
    subject: 'You are invited to a family on Satling',
    text: `Hello,

A family that keeps its children’s savings books on Satling invites you${
      role === 'spouse' ? ' as the other parent' : ' to see your own savings book'
    }.

Sign in with this e-mail address, then accept or decline:

${publicUrl}/onboarding

The invitation is open for 7 days. Nothing happens until you accept.
`,
  },
  de: {
    subject: 'Du bist bei Satling in eine Familie eingeladen',
    text: `Hallo,

eine Familie, die bei Satling die Sparbücher ihrer Kinder führt, lädt dich ein${
      role === 'spouse' ? ', als der andere Elternteil' : ', dein eigenes Sparbuch anzusehen'
    }.

Melde dich mit dieser E-Mail-Adresse an und sag dann Ja oder Nein:

${publicUrl}/onboarding

Die Einladung gilt 7 Tage. Solange du nicht Ja sagst, geschieht nichts.
`,
  },
  es: {
    subject: 'Te invitan a una familia en Satling',
    text: `Hola:

Una familia que lleva en Satling las libretas de ahorro de sus hijos te invita${
      role === 'spouse' ? ' como el otro padre o la otra madre' : ' a ver tu propia libreta'
    }.

Inicia sesión con esta dirección de correo y di que sí o que no:

${publicUrl}/onboarding

La invitación vale 7 días. Mientras no digas que sí, no pasa nada.
`,
  },
});
