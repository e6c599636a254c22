/** The mails about requests. Fixed texts: no names, no amounts, no user input. */
import type { Letters } from '#server/adapters/mail/mail.ts';

export const waitingMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Something on Satling is waiting for your answer',
    text: `Hello,

A child in your family has asked for something on Satling. Take a look and say yes or no:

${publicUrl}/dashboard

Nothing is recorded before you answer.
`,
  },
  de: {
    subject: 'Bei Satling wartet etwas auf deine Antwort',
    text: `Hallo,

ein Kind deiner Familie hat bei Satling um etwas gebeten. Sieh nach, was es ist, und sag Ja oder
Nein:

${publicUrl}/dashboard

Vor deiner Antwort wird nichts gebucht.
`,
  },
  es: {
    subject: 'Algo espera tu respuesta en Satling',
    text: `Hola:

En tu familia, un niño o una niña ha pedido algo en Satling. Mira qué es y di que sí o que no:

${publicUrl}/dashboard

Antes de tu respuesta no se anota nada.
`,
  },
});

export const answeredMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Your request on Satling was answered',
    text: `Hello,

Your request on Satling has an answer. Read it here:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Deine Frage bei Satling wurde beantwortet',
    text: `Hallo,

jemand hat auf deine Bitte bei Satling geantwortet. Hier liest du die Antwort:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Tu pregunta en Satling tiene respuesta',
    text: `Hola:

Alguien ha respondido a lo que pediste en Satling. Lee aquí la respuesta:

${publicUrl}/dashboard
`,
  },
});

export const lapsedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A request on Satling ended without an answer',
    text: `Hello,

Nobody answered a request on Satling for 30 days, so it has ended. What was held for it is
available again:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Eine Anfrage bei Satling ist ohne Antwort beendet',
    text: `Hallo,

eine Anfrage bei Satling hatte 30 Tage lang keine Antwort und ist beendet. Was dafür reserviert
war, ist wieder frei:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Una petición en Satling ha terminado sin respuesta',
    text: `Hola:

Una petición en Satling ha pasado 30 días sin respuesta y ha terminado. Lo que estaba reservado para
ella vuelve a estar libre:

${publicUrl}/dashboard
`,
  },
});
