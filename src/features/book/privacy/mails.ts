/** The mails about removing old entries and deleting a family. No names. */
import type { Language } from '#core/language.ts';
import { type Letters, mailMoment } from '#server/adapters/mail/mail.ts';

export const prunedMail = (months: number, count: number): Letters => {
  const entries = (language: Language) => new Intl.NumberFormat(language).format(count);
  return {
    en: {
      subject: 'Old entries were removed from your book on Satling',
      text: `Hello,

a parent of your family has removed the entries older than ${months} months from the book: ${entries('en')} of
them. Balances, goals and allowances stay as they are; what the entries came to is carried on.

A backup that was downloaded before can be imported again as history.
`,
    },
    de: {
      subject: 'Alte Einträge wurden aus deinem Buch bei Satling entfernt',
      text: `Hallo,

ein Elternteil deiner Familie hat die Einträge aus dem Buch entfernt, die älter als ${months} Monate sind,
insgesamt ${entries('de')}. Stände, Ziele und Taschengeld bleiben, wie sie sind; was die Einträge zusammen
ergaben, wird weitergeführt.

Eine Sicherung, die vorher heruntergeladen wurde, lässt sich als Verlauf wieder einlesen.
`,
    },
    es: {
      subject: 'Se quitaron anotaciones antiguas de tu libreta en Satling',
      text: `Hola:

El padre o la madre de tu familia ha quitado de la libreta las anotaciones de hace más de ${months} meses,
en total ${entries('es')}. Los saldos, las metas y las pagas se quedan como están; lo que sumaban las
anotaciones se arrastra.

Una copia que se descargó antes se puede volver a importar como historial.
`,
    },
  };
};

/** Sent before the first night that automatically removes more entries than before. */
export const autoPruneMail = (months: number, publicUrl: string): Letters => ({
  en: {
    subject: 'Old entries will be removed from your book on Satling',
    text: `Hello,

A parent of your family has chosen that entries older than ${months} months are removed from the book by
themselves, every night. Balances, goals and allowances stay as they are.

Until tonight you can download a backup or change the choice, in Family Overview:

${publicUrl}/dashboard
`,
  },
  de: {
    subject: 'Alte Einträge werden aus deinem Buch bei Satling entfernt',
    text: `Hallo,

ein Elternteil deiner Familie hat gewählt, dass Einträge, die älter als ${months} Monate sind, jede Nacht von
selbst aus dem Buch entfernt werden. Stände, Ziele und Taschengeld bleiben, wie sie sind.

Bis heute Nacht kannst du eine Sicherung herunterladen oder die Wahl ändern, in der Familienübersicht:

${publicUrl}/dashboard
`,
  },
  es: {
    subject: 'Se van a quitar anotaciones antiguas de tu libreta en Satling',
    text: `Hola:

El padre o la madre de tu familia ha elegido que cada noche se quiten solas de la libreta las
anotaciones de hace más de ${months} meses. Los saldos, las metas y las pagas se quedan como están.

Hasta esta noche puedes descargar una copia o cambiar la elección, en el Resumen familiar:

${publicUrl}/dashboard
`,
  },
});

/** `due` is given in the family's time zone, `timeZone`. */
export const deletionMail = (due: Date, timeZone: string, publicUrl: string): Letters => ({
  en: {
    subject: 'Your family will be deleted from Satling',
    text: `Hello,

A parent in your family has asked to delete it from Satling, with every book, entry, name and
address. That will happen in 72 hours: ${mailMoment('en', due, timeZone)}.

Until then every parent of the family can keep it with one press:

${publicUrl}/dashboard

Open Family Overview and press “Keep the family”. There you can also download everything. After that
moment nothing can be brought back, and you will get no further mail: your address is erased too.
`,
  },
  de: {
    subject: 'Deine Familie wird bei Satling gelöscht',
    text: `Hallo,

ein Elternteil deiner Familie möchte sie bei Satling löschen, mit allen Büchern, Einträgen, Namen
und Adressen. Das geschieht in 72 Stunden: ${mailMoment('de', due, timeZone)}.

Bis dahin kann jeder Elternteil der Familie sie mit einem Druck behalten:

${publicUrl}/dashboard

Öffne die Familienübersicht und drücke „Familie behalten“. Dort kannst du auch alles herunterladen.
Danach lässt sich nichts zurückholen, und du bekommst keine Mail mehr: auch deine Adresse wird
gelöscht.
`,
  },
  es: {
    subject: 'Tu familia se va a borrar de Satling',
    text: `Hola:

El padre o la madre de tu familia ha pedido borrarla de Satling, con todas las libretas, anotaciones,
nombres y direcciones. Será dentro de 72 horas: ${mailMoment('es', due, timeZone)}.

Hasta entonces, cada padre o madre de la familia puede conservarla con una pulsación:

${publicUrl}/dashboard

Abre el Resumen familiar y pulsa «Conservar la familia». Allí también puedes descargarlo todo.
Después nada se puede recuperar, y no recibirás más correos: también se borra tu dirección.
`,
  },
});

export const keptMail = (): Letters => ({
  en: {
    subject: 'Your family will not be deleted',
    text: `Hello,

a parent of your family has taken the deletion back. Nothing was erased, and everything goes on as
before.
`,
  },
  de: {
    subject: 'Deine Familie wird nicht gelöscht',
    text: `Hallo,

ein Elternteil deiner Familie hat das Löschen zurückgenommen. Nichts wurde gelöscht, und alles geht
weiter wie bisher.
`,
  },
  es: {
    subject: 'Tu familia no se va a borrar',
    text: `Hola:

El padre o la madre de tu familia ha anulado el borrado. No se borró nada, y todo sigue como antes.
`,
  },
});
