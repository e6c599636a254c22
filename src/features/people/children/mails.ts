/** The mails about closing and restoring a book, and about a departing child. No names. */
import { type Letters, mailMoment } from '#server/adapters/mail/mail.ts';

/** `due` is given in the family's time zone, `timeZone`. */
export const closedMail = (due: Date, timeZone: string, publicUrl: string): Letters => ({
  en: {
    subject: 'A savings book of your family was closed',
    text: `Hello,

A parent of your family has closed the savings book of a child on Satling. It is hidden, and nothing
in it moves. In 72 hours it will be erased: ${mailMoment('en', due, timeZone)}.

Until then every parent of the family can restore it whole with one press:

${publicUrl}/dashboard

Open Family Overview and look for “Closed books”. There stands also who closed it. After that moment
it cannot be brought back.
`,
  },
  de: {
    subject: 'Ein Sparbuch deiner Familie wurde geschlossen',
    text: `Hallo,

ein Elternteil deiner Familie hat bei Satling das Sparbuch eines Kindes geschlossen. Es ist
ausgeblendet, und nichts darin bewegt sich. In 72 Stunden wird es gelöscht: ${mailMoment('de', due, timeZone)}.

Bis dahin kann jeder Elternteil der Familie es mit einem Druck ganz wiederherstellen:

${publicUrl}/dashboard

Öffne die Familienübersicht und suche „Geschlossene Bücher“. Dort steht auch, wer es geschlossen hat.
Danach lässt es sich nicht zurückholen.
`,
  },
  es: {
    subject: 'Se cerró una libreta de ahorro de tu familia',
    text: `Hola:

El padre o la madre de tu familia ha cerrado en Satling la libreta de ahorro de un niño o una niña.
Está oculta y nada se mueve en ella. Dentro de 72 horas se borrará: ${mailMoment('es', due, timeZone)}.

Hasta entonces, cada padre o madre de la familia puede recuperarla entera con una pulsación:

${publicUrl}/dashboard

Abre el Resumen familiar y busca «Libretas cerradas». Allí también pone quién la cerró. Después ya no
se puede recuperar.
`,
  },
});

export const restoredMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A savings book of your family was restored',
    text: `Hello,

A parent of your family has restored a closed savings book. It is whole again, and everything goes on
as before:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Ein Sparbuch deiner Familie wurde wiederhergestellt',
    text: `Hallo,

ein Elternteil deiner Familie hat ein geschlossenes Sparbuch wiederhergestellt. Es ist wieder ganz da,
und alles geht weiter wie bisher:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Se recuperó una libreta de ahorro de tu familia',
    text: `Hola:

El padre o la madre de tu familia ha recuperado una libreta cerrada. Vuelve a estar entera, y todo
sigue como antes:

${publicUrl}/dashboard
`,
  },
});

export const childLeftMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'Somebody has left your family on Satling',
    text: `Hello,

The person who signed in for one of your children’s savings books has left the family. That sign-in
has ended on every device. The book stays with you, as it is.

Was it your child? Then you can invite it again at any time, in Family Overview:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Jemand hat deine Familie bei Satling verlassen',
    text: `Hallo,

die Person, die sich für das Sparbuch eines deiner Kinder angemeldet hat, hat die Familie verlassen.
Diese Anmeldung ist auf jedem Gerät beendet. Das Buch bleibt bei dir, so wie es ist.

War es dein Kind? Dann kannst du es jederzeit wieder einladen, in der Familienübersicht:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Alguien ha dejado tu familia en Satling',
    text: `Hola:

La persona que entraba en la libreta de ahorro de uno de tus hijos ha dejado la familia. Ese acceso
se ha cerrado en todos los dispositivos. La libreta se queda contigo, tal como está.

¿Era tu hijo o tu hija? Entonces puedes volver a invitarle cuando quieras, en el Resumen familiar:

${publicUrl}/dashboard
`,
  },
});
