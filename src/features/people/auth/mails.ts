/** The mails about signing in. Plain text; subjects contain no user input. */
import type { Letters } from '#server/adapters/mail/mail.ts';
import { CODE_MINUTES } from './contract.ts';
import { deviceIn } from './rules.ts';

export const signInMail = (link: string, code: string): Letters => {
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    en: {
      subject: 'Your sign-in link for Satling',
      text: `Hello,

Open this link to sign in to Satling:

${link}

It works once, within 1 hour. If you asked more than once, only the newest link works.

In the browser where you asked for it, you can type this code instead, within ${CODE_MINUTES} minutes:

${spaced}

Didn’t ask for this? Then you can ignore it: nobody gets in without this e-mail.
`,
    },
    de: {
      subject: 'Dein Anmeldelink für Satling',
      text: `Hallo,

öffne diesen Link, um dich bei Satling anzumelden:

${link}

Er gilt 1 Stunde und einmal. Hast du mehrere angefordert, zählt der neueste.

Im Browser, in dem du ihn angefordert hast, kannst du stattdessen innerhalb von ${CODE_MINUTES} Minuten
diesen Code eintippen:

${spaced}

Du hast nichts angefordert? Dann tu einfach nichts: ohne diese Mail kommt niemand hinein.
`,
    },
    es: {
      subject: 'Tu enlace de acceso a Satling',
      text: `Hola:

Abre este enlace para iniciar sesión en Satling:

${link}

Vale 1 hora y una sola vez. Si pediste varios, cuenta el más nuevo.

En el navegador donde lo pediste puedes escribir en su lugar este código, durante ${CODE_MINUTES} minutos:

${spaced}

¿No lo pediste tú? Entonces no hagas nada: sin este correo no entra nadie.
`,
    },
  };
};

export const newDeviceMail = (device: string, publicUrl: string): Letters => ({
  en: {
    subject: 'A new device signed in to Satling',
    text: `Hello,

A device we have not seen before has just signed in with this address: ${deviceIn.en(device)}.

If it was you, there is nothing to do. If not, open ${publicUrl}/dashboard, find the list of devices
under Settings, Devices, and sign that device out.
`,
  },
  de: {
    subject: 'Ein neues Gerät hat sich bei Satling angemeldet',
    text: `Hallo,

ein Gerät, das wir noch nicht kennen, hat sich gerade mit dieser Adresse angemeldet: ${deviceIn.de(device)}.

Warst du das? Dann ist nichts zu tun. Wenn nicht, öffne ${publicUrl}/dashboard, sieh unter
Einstellungen, Geräte, die Liste deiner Geräte durch und melde dieses Gerät ab.
`,
  },
  es: {
    subject: 'Un dispositivo nuevo ha iniciado sesión en Satling',
    text: `Hola:

Un dispositivo que no conocíamos acaba de iniciar sesión con esta dirección: ${deviceIn.es(device)}.

¿Fuiste tú? Entonces no hay nada que hacer. Si no, abre ${publicUrl}/dashboard, busca en el Resumen
familiar la lista de tus dispositivos y cierra allí la sesión de ese.
`,
  },
});

/** Sent instead of a link to a person who may not start a family here. */
export const closedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'This server isn’t open to new families',
    text: `Hello,

You asked for a link to sign in to Satling at ${publicUrl}. No one uses this address to sign in
there, and the server isn’t open to new families.

If you know who runs it, ask them to invite you. If you sign in with another address, use that one.
`,
  },
  de: {
    subject: 'Hier lässt sich kein neues Buch eröffnen',
    text: `Hallo,

du hast einen Anmeldelink für Satling auf ${publicUrl} angefordert. Mit dieser Adresse meldet sich
dort niemand an, und neue Familien lassen sich nicht eröffnen.

Kennst du die Person, die den Server betreibt? Dann bitte sie um eine Einladung. Meldest du dich mit
einer anderen Adresse an? Dann nimm die.
`,
  },
  es: {
    subject: 'Aquí no se puede abrir una libreta nueva',
    text: `Hola:

Pediste un enlace de acceso a Satling en ${publicUrl}. Nadie inicia sesión allí con esta dirección y
no se admiten familias nuevas.

¿Conoces a quien administra ese servidor? Pídele una invitación. ¿Usas otra dirección para entrar?
Entonces usa esa.
`,
  },
});
