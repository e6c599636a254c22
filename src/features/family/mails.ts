/** The mails about joining and leaving a family. No names: they could carry a stranger's words. */
import type { Mail } from '#server/adapters/mail/mail.ts';

export const invitationMail = (to: string, role: 'spouse' | 'child', publicUrl: string): Mail => ({
  to,
  subject: 'You are invited to a family on Satling',
  text: `Hello,

a family that keeps its children’s savings books on Satling invites you${
    role === 'spouse' ? ' as the other parent' : ' to see your own savings book'
  }.

Sign in with this e-mail address, then say yes or no:

${publicUrl}/onboarding

The invitation is open for 7 days. Nothing happens until you say yes.
`,
});

export const joinedMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your invitation was accepted',
  text: `Hello,

the person you invited has joined your family on Satling:

${publicUrl}/dashboard
`,
});

export const removedMail = (to: string): Mail => ({
  to,
  subject: 'You were removed from a family on Satling',
  text: `Hello,

the parent who manages your family on Satling has removed you from it. Your devices were signed
out. You can sign in again at any time; you then have a family of your own.
`,
});

export const removedNotice = (to: string): Mail => ({
  to,
  subject: 'You removed somebody from your family',
  text: `Hello,

you removed the other parent from your family on Satling. Their devices were signed out at once.

What they have seen they may remember: think about new passphrases and wallet connections. A
read-only key (xpub) that they know cannot be taken back.
`,
});

export const leftMail = (to: string): Mail => ({
  to,
  subject: 'You left a family on Satling',
  text: `Hello,

you have left your family on Satling. Your devices were signed out. You can sign in again at any
time; you then have a family of your own.
`,
});

export const leftNotice = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'The other parent has left your family on Satling',
  text: `Hello,

the other parent has left your family on Satling and can no longer see or change its books. The
entries they wrote stay:

${publicUrl}/dashboard
`,
});

export const fullParentMail = (to: string, publicUrl: string): Mail => ({
  to,
  subject: 'You are a full parent on Satling now',
  text: `Hello,

the other parent of your family on Satling has made you a full parent. You may now do everything
that they may:

${publicUrl}/dashboard
`,
});

export const fullParentNotice = (to: string): Mail => ({
  to,
  subject: 'You made the other parent a full parent',
  text: `Hello,

you gave the other parent of your family on Satling every right that you have. They cannot be
removed any more; they can only leave by themselves, as you can.

You did not do this? Then sign out the devices that you do not know, under Family Overview, and
talk to each other.
`,
});
