/** The mails about confirming an identity: the code, and passkeys. */

import { CODE_MINUTES } from '#features/people/auth/contract.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';

export const stepUpMail = (code: string): Letters => {
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    en: {
      subject: 'Your code for Satling',
      text: `Hello,

Enter this code on the device that asked for it:

${spaced}

It works for ${CODE_MINUTES} minutes. It signs nobody in.

If you didn't request a code, someone else is using a device you're signed in on. Don't share the
code, and sign that device out under Settings, Devices.
`,
    },
    de: {
      subject: 'Dein Code für Satling',
      text: `Hallo,

mit diesem Code bestätigst du auf dem Gerät, das danach fragt, dass du es noch bist:

${spaced}

Er gilt ${CODE_MINUTES} Minuten. Angemeldet wird damit niemand.

Du wurdest nach keinem Code gefragt? Dann benutzt jemand anderes ein Gerät, auf dem du angemeldet
bist. Gib den Code niemandem und melde dieses Gerät unter Einstellungen, Geräte, ab.
`,
    },
    es: {
      subject: 'Tu código para Satling',
      text: `Hola:

Con este código confirmas, en el dispositivo que te lo pide, que sigues siendo tú:

${spaced}

Vale ${CODE_MINUTES} minutos. No inicia ninguna sesión.

¿No te han pedido ningún código? Entonces otra persona está usando un dispositivo en el que tienes la
sesión abierta. No le des el código a nadie y cierra esa sesión en Ajustes, Dispositivos.
`,
    },
  };
};

export const passkeyAddedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A passkey was added on Satling',
    text: `Hello,

A passkey was just added to your account. It signs you in, and confirms that it's you.

Wasn't this you? Open ${publicUrl}/dashboard, remove it under Settings, My account, and sign out any
device you don't know.
`,
  },
  de: {
    subject: 'Bei Satling kam ein Passkey dazu',
    text: `Hallo,

zu deinem Konto kam gerade ein Passkey dazu. Damit meldest du dich an und bestätigst, dass du es bist.

Das warst nicht du? Dann öffne ${publicUrl}/dashboard, entferne ihn unter Einstellungen, Mein Konto, und melde
die Geräte ab, die du nicht kennst.
`,
  },
  es: {
    subject: 'Se ha añadido una llave de acceso en Satling',
    text: `Hola:

Acaba de añadirse una llave de acceso a tu cuenta. Con ella inicias sesión y confirmas que eres tú.

¿No fuiste tú? Entonces abre ${publicUrl}/dashboard, quítala en Ajustes, Mi cuenta, y cierra la sesión
de los dispositivos que no conozcas.
`,
  },
});

export const passkeyRemovedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A passkey was removed on Satling',
    text: `Hello,

a passkey was removed from your account just now. The code from the mail works as before.

You did not do this? Then open ${publicUrl}/dashboard and sign out the devices that you do not know
under Settings, Devices.
`,
  },
  de: {
    subject: 'Bei Satling wurde ein Passkey entfernt',
    text: `Hallo,

aus deinem Konto wurde gerade ein Passkey entfernt. Der Code per Mail geht weiter wie bisher.

Das warst nicht du? Dann öffne ${publicUrl}/dashboard und melde unter Einstellungen, Geräte, die Geräte
ab, die du nicht kennst.
`,
  },
  es: {
    subject: 'Se ha quitado una llave de acceso en Satling',
    text: `Hola:

Acaba de quitarse una llave de acceso de tu cuenta. El código por correo funciona como antes.

¿No fuiste tú? Entonces abre ${publicUrl}/dashboard y cierra en Ajustes, Dispositivos, la sesión de los
dispositivos que no conozcas.
`,
  },
});

/** To all adults, including the one who made them. */
export const recoveryMadeMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'New recovery codes were made on Satling',
    text: `Hello,

Someone signed in as an adult in your family made ten new recovery codes. The old ones no longer work.
Your messages on Satling say who it was:

${publicUrl}/dashboard

Wasn't this you or the other parent? Sign out the devices you don't know under Settings, Devices.
`,
  },
  de: {
    subject: 'Bei Satling wurden neue Ersatzcodes gemacht',
    text: `Hallo,

jemand, der als Erwachsener deiner Familie angemeldet ist, hat zehn neue Ersatzcodes gemacht. Die alten
gelten nicht mehr. Wer es war, steht in den Nachrichten bei Satling:

${publicUrl}/dashboard

Das war weder du noch der andere Elternteil? Melde unter Einstellungen, Geräte, die Geräte ab, die du nicht
kennst.
`,
  },
  es: {
    subject: 'Se han creado códigos de recuperación nuevos en Satling',
    text: `Hola:

Alguien con la sesión de un adulto de tu familia ha creado diez códigos de recuperación nuevos. Los
anteriores ya no valen. Los mensajes de Satling dicen quién ha sido:

${publicUrl}/dashboard

¿No has sido tú ni el otro padre o la otra madre? Cierra en Ajustes, Dispositivos, las sesiones de los
dispositivos que no conozcas.
`,
  },
});

/** To all adults, including the code's owner. */
export const recoveryUsedMail = (publicUrl: string): Letters => ({
  en: {
    subject: 'A recovery code was used on Satling',
    text: `Hello,

A recovery code that belongs to an adult in your family was just used, and won’t work again. Your
messages on Satling say whose it was:

${publicUrl}/dashboard

If that wasn’t them, someone else has the paper: sign out any device you don't know under Family
Overview, and make new codes.
`,
  },
  de: {
    subject: 'Bei Satling wurde ein Ersatzcode benutzt',
    text: `Hallo,

gerade wurde ein Ersatzcode eines Erwachsenen deiner Familie benutzt. Er gilt nun nicht mehr. Wessen Code
es war, steht in den Nachrichten bei Satling:

${publicUrl}/dashboard

War es diese Person nicht? Dann hat jemand das Papier: Melde unter Einstellungen, Geräte, die Geräte ab, die
du nicht kennst, und mach neue Codes.
`,
  },
  es: {
    subject: 'Se ha usado un código de recuperación en Satling',
    text: `Hola:

Acaba de usarse un código de recuperación de un adulto de tu familia. Ya no vale. Los mensajes de Satling
dicen de quién era:

${publicUrl}/dashboard

¿No ha sido esa persona? Entonces alguien tiene el papel: cierra en Ajustes, Dispositivos, las sesiones de
los dispositivos que no conozcas y crea códigos nuevos.
`,
  },
});
