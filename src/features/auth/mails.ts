/** The mails about signing in. Plain text; subjects hold nothing that a person typed. */
import type { Mail } from '#server/adapters/mail/mail.ts';
import { CODE_MINUTES } from './contract.ts';

export const signInMail = (to: string, link: string, code: string): Mail => ({
  to,
  subject: 'Your sign-in link for Satling',
  text: `Hello,

open this link to sign in to Satling:

${link}

It works for 1 hour and once. If you asked more than once, the newest link wins.

In the browser where you asked for it you can type this code instead, within ${CODE_MINUTES} minutes:

${code.slice(0, 4)} ${code.slice(4)}

You did not ask for this? Then do nothing: without this mail nobody gets in.
`,
});

export const newDeviceMail = (to: string, device: string, publicUrl: string): Mail => ({
  to,
  subject: 'A new device signed in to Satling',
  text: `Hello,

a device that we have not seen before has just signed in with this address: ${device}.

Was it you? Then there is nothing to do. If not, open ${publicUrl}/dashboard, look under Family
Overview at the list of devices, and sign that device out.
`,
});
