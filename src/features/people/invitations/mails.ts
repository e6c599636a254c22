/** The mails for sending and accepting an invitation. */
import type { Language } from '#core/language.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';

type Part = 'spouse' | 'child';

/**
 * Names the inviter by the address proven at sign-in, never by a name, which could contain any
 * text. The link signs in, which makes this the only mail needed.
 */
export const invitationMail = (
  role: Part,
  { inviter, link, publicUrl }: { inviter: string; link: string; publicUrl: string },
): Letters => ({
  en: {
    subject: 'You are invited to a family on Satling',
    text: `Hello,

${inviter} keeps the savings books of a family on Satling and invites you${
      role === 'spouse' ? ' as the other parent' : ' to see your own savings book'
    }.

This link signs you in and shows you the invitation. It works once, within an hour; later its page
sends you a new one:

${link}

Later, sign in with this e-mail address:

${publicUrl}/onboarding

The invitation is open for 7 days. Nothing happens until you accept.
`,
  },
  de: {
    subject: 'Du bist bei Satling in eine Familie eingeladen',
    text: `Hallo,

${inviter} führt bei Satling die Sparbücher einer Familie und lädt dich ein${
      role === 'spouse' ? ', als der andere Elternteil' : ', dein eigenes Sparbuch anzusehen'
    }.

Dieser Link meldet dich an und zeigt dir die Einladung. Er gilt einmal, eine Stunde lang; danach
schickt dir seine Seite einen neuen:

${link}

Danach melde dich mit dieser E-Mail-Adresse an:

${publicUrl}/onboarding

Die Einladung gilt 7 Tage. Solange du nicht Ja sagst, geschieht nichts.
`,
  },
  es: {
    subject: 'Te invitan a una familia en Satling',
    text: `Hola:

En Satling, ${inviter} lleva las libretas de ahorro de una familia y te invita${
      role === 'spouse' ? ' como el otro padre o la otra madre' : ' a ver tu propia libreta'
    }.

Este enlace inicia tu sesión y te muestra la invitación. Vale una vez, durante una hora; después, su
página te envía otro:

${link}

Más tarde, inicia sesión con esta dirección de correo:

${publicUrl}/onboarding

La invitación vale 7 días. Mientras no digas que sí, no pasa nada.
`,
  },
});

/** From the operator, for starting a family. */
export const openingMail = ({ inviter, link }: { inviter: string; link: string }): Letters => ({
  en: {
    subject: 'You are invited to keep your savings books on Satling',
    text: `Hello,

${inviter} runs a Satling server, where families keep their children’s savings books, and has invited
you to start one for yours.

This link signs you in. It works once, within an hour; after that, its page can send you a new one:

${link}

The invitation is open for 7 days.
`,
  },
  de: {
    subject: 'Du bist eingeladen, eure Sparbücher bei Satling zu führen',
    text: `Hallo,

${inviter} betreibt einen Server mit Satling, auf dem Familien die Sparbücher ihrer Kinder führen,
und lädt dich ein, dort eins für eure zu eröffnen.

Dieser Link meldet dich an. Er gilt einmal, eine Stunde lang; danach schickt dir seine Seite einen
neuen:

${link}

Die Einladung gilt 7 Tage.
`,
  },
  es: {
    subject: 'Te invitan a llevar las libretas de tu familia en Satling',
    text: `Hola:

Te invita ${inviter} a abrir libretas de ahorro para tus hijos en un servidor de Satling que
administra para varias familias.

Este enlace inicia tu sesión. Vale una vez, durante una hora; después, su página te envía otro:

${link}

La invitación vale 7 días.
`,
  },
});

/** To the inviter. */
export const joinedMail = (role: Part, publicUrl: string): Letters => ({
  en: {
    subject: 'Your invitation was accepted',
    text: `Hello,

The person you invited has joined your family on Satling, ${as.en[role]}:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Deine Einladung wurde angenommen',
    text: `Hallo,

wen du eingeladen hast, gehört jetzt bei Satling zu deiner Familie, ${as.de[role]}:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Han aceptado tu invitación',
    text: `Hola:

La persona que invitaste ya forma parte de tu familia en Satling, ${as.es[role]}:

${publicUrl}/dashboard
`,
  },
});

/** To the other adults. */
export const joinedNotice = (role: Part, publicUrl: string): Letters => ({
  en: {
    subject: 'Somebody has joined your family on Satling',
    text: `Hello,

Somebody whom the other parent invited has joined your family on Satling, ${as.en[role]}.

Didn’t expect that? Family Overview shows who is in, and with which address they sign in:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Jemand gehört neu zu deiner Familie bei Satling',
    text: `Hallo,

jemand, den der andere Elternteil eingeladen hat, gehört jetzt bei Satling zu deiner Familie,
${as.de[role]}.

Damit hast du nicht gerechnet? Die Familienübersicht zeigt, wer dazugehört und sich mit welcher Adresse
anmeldet:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Alguien se ha unido a tu familia en Satling',
    text: `Hola:

Alguien a quien invitó el otro padre o la otra madre forma ya parte de tu familia en Satling,
${as.es[role]}.

¿No lo esperabas? El Resumen familiar muestra quién forma parte y con qué dirección entra:

${publicUrl}/dashboard
`,
  },
});

/** A new member's role, in words. */
const as: Readonly<Record<Language, Readonly<Record<Part, string>>>> = {
  en: { spouse: 'as the other parent', child: 'as a child with their own sign-in' },
  de: { spouse: 'als der andere Elternteil', child: 'als Kind mit eigener Anmeldung' },
  es: { spouse: 'como el otro padre o la otra madre', child: 'como menor con acceso propio' },
};
