/** The mail with the code that confirms who uses a session. */

import { CODE_MINUTES } from '#features/auth/contract.ts';
import type { Letters } from '#server/adapters/mail/mail.ts';

export const stepUpMail = (code: string): Letters => {
  const spaced = `${code.slice(0, 4)} ${code.slice(4)}`;
  return {
    en: {
      subject: 'Your code for Satling',
      text: `Hello,

with this code you confirm, on the device that asks for it, that it is still you:

${spaced}

It works for ${CODE_MINUTES} minutes. It signs nobody in.

You were not asked for a code? Then somebody else is using a device on which you are signed in. Give
the code to nobody, and sign that device out under Family Overview.
`,
    },
    de: {
      subject: 'Dein Code für Satling',
      text: `Hallo,

mit diesem Code bestätigst du auf dem Gerät, das danach fragt, dass du es noch bist:

${spaced}

Er gilt ${CODE_MINUTES} Minuten. Angemeldet wird damit niemand.

Du wurdest nach keinem Code gefragt? Dann benutzt jemand anderes ein Gerät, auf dem du angemeldet
bist. Gib den Code niemandem und melde dieses Gerät in der Familienübersicht ab.
`,
    },
    es: {
      subject: 'Tu código para Satling',
      text: `Hola:

Con este código confirmas, en el dispositivo que te lo pide, que sigues siendo tú:

${spaced}

Vale ${CODE_MINUTES} minutos. No inicia ninguna sesión.

¿No te han pedido ningún código? Entonces otra persona está usando un dispositivo en el que tienes la
sesión abierta. No le des el código a nadie y cierra esa sesión en el Resumen familiar.
`,
    },
  };
};
