/** The mails about requests. Fixed words: no names, no amounts, nothing that anybody typed. */
import type { Mail } from '#server/adapters/mail/mail.ts';

type Letter = Omit<Mail, 'to'>;

export const waitingMail = (publicUrl: string): Letter => ({
  subject: 'Something waits for your answer on Satling',
  text: `Hello,

a child of your family has asked for something on Satling. See what it is, and say yes or no:

${publicUrl}/dashboard

Nothing is booked before you answer.
`,
});

export const answeredMail = (publicUrl: string): Letter => ({
  subject: 'Your question on Satling was answered',
  text: `Hello,

somebody has answered what you asked for on Satling. Read the answer here:

${publicUrl}/dashboard
`,
});

export const lapsedMail = (publicUrl: string): Letter => ({
  subject: 'A request on Satling has ended without an answer',
  text: `Hello,

a request on Satling had no answer for 30 days and has ended. What was set aside for it is free
again:

${publicUrl}/dashboard
`,
});
