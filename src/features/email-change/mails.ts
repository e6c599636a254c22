/** The mails of a change of address. Subjects hold nothing that a person typed. */
import type { Mail } from '#server/adapters/mail/mail.ts';

export const oldAddressMail = (to: string, newEmail: string, link: string): Mail => ({
  to,
  subject: 'Confirm your new address for Satling',
  text: `Hello,

you asked to sign in to Satling with another address from now on: ${newEmail}

Open this link to say yes:

${link}

It works for 1 hour and once. A second link went to the new address; the change happens when both
were opened.

You did not ask for this? Then do not open the link, and sign out the devices that you do not know,
under Family Overview. Without this link your address stays as it is.
`,
});

export const newAddressMail = (to: string, link: string): Mail => ({
  to,
  subject: 'Confirm this address for Satling',
  text: `Hello,

somebody who keeps a family’s savings books on Satling wants to sign in with this address from now
on. If it is you, open this link to say yes:

${link}

It works for 1 hour and once. A second link went to the old address; the change happens when both
were opened.

You did not ask for this? Then do nothing.
`,
});

/** To an address that belongs to somebody already: only its owner learns that. */
export const takenAddressMail = (to: string): Mail => ({
  to,
  subject: 'Somebody wanted to use this address for Satling',
  text: `Hello,

somebody wanted to move a Satling sign-in to this address. It belongs to a sign-in of its own
already, so nothing was changed.

Was it you? Then sign in with this address, or choose another one for the change.
`,
});

export const changedNotice = (to: string): Mail => ({
  to,
  subject: 'Your address for Satling was changed',
  text: `Hello,

this address does not open your savings books on Satling any more; the new one does. Your other
devices were signed out.

Both mailboxes have confirmed the change. If you did not, somebody else can read your mail: change
the password of this mailbox, and ask the other parent to take care of the family.
`,
});
