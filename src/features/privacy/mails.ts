/** The mails about removing old entries and deleting a family. No names. */
import type { Mail } from '#server/adapters/mail/mail.ts';

export const prunedMail = (to: string, months: number, count: number): Mail => ({
  to,
  subject: 'Old entries were removed from your book on Satling',
  text: `Hello,

a parent of your family has removed the entries older than ${months} months from the book: ${count} of
them. Balances, goals and allowances stay as they are; what the entries came to is carried on.

A backup that was downloaded before can be imported again as history.
`,
});

export const deletionMail = (to: string, due: string, publicUrl: string): Mail => ({
  to,
  subject: 'Your family will be deleted from Satling',
  text: `Hello,

a parent of your family has asked to delete it from Satling, with every book, entry, name and
address. That will happen in 72 hours: ${due}.

Until then every parent of the family can keep it with one press:

${publicUrl}/dashboard

Open Family Overview and press “Keep the family”. There you can also download everything. After that
moment nothing can be brought back, and you will get no further mail: your address is erased too.
`,
});

export const keptMail = (to: string): Mail => ({
  to,
  subject: 'Your family will not be deleted',
  text: `Hello,

a parent of your family has taken the deletion back. Nothing was erased, and everything goes on as
before.
`,
});
