/** Sends mail by SMTP, or writes `.eml` files into a folder if no server is set. */
import { readdirSync, rmSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { LANGUAGES, type Language } from '#core/language.ts';
import { openDataFolder } from '../../data-folder.ts';
import { newId } from '../../ids.ts';

export type Mail = { to: string; subject: string; text: string };

/** The texts of a mail in every language: leaving one out is a compile error. */
export type Letters = Readonly<Record<Language, Omit<Mail, 'to'>>>;

/** The recipient's language; null if none of their browsers has reported one yet. */
export type Recipient = { email: string; language: Language | null };

export const mailTo = ({ email, language }: Recipient, letters: Letters): Mail => ({
  to: email,
  ...letters[language ?? LANGUAGES[0]],
});

/** A date and time in words, in the family's time zone. */
export const mailMoment = (language: Language, at: Date, timeZone: string) =>
  new Intl.DateTimeFormat(language, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);

export type Mailer = {
  /** Resolves once the server (or the disk) has accepted the mail; a rejection leads to a retry. */
  send(mail: Mail): Promise<void>;
  /** Checks that the server accepts mail; rejects with its code. Missing for a folder. */
  check?(): Promise<void>;
  close(): void;
};

/** Excludes everything that a mail system could read as two addresses or as a header. */
const ONE_ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]+@[^\s\p{C}"(),:;<>@[\\\]]+$/u;

function message(from: string, mail: Mail) {
  if (!ONE_ADDRESS.test(mail.to)) throw new Error('A mail goes to one plain address');
  return { from, ...mail };
}

/** Gives up on a silent server before the sending job (60 s) times out and is retried. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 25_000 };

export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, pool: true, ...PATIENCE } as never);
  return {
    send: async (mail) => {
      await transport.sendMail(message(from, mail));
    },
    check: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** `links` receives the first link or code of each mail, so a fresh install works without SMTP. */
export function fileMailer(folder: string, from: string, links: (line: string) => void): Mailer {
  openDataFolder(folder);
  // A killed program may have left half a file; its job writes that mail again.
  for (const name of readdirSync(folder))
    if (name.endsWith('.eml.part')) rmSync(join(folder, name), { force: true });
  const composer = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message: bytes } = await composer.sendMail(message(from, mail));
      const name = join(folder, `${newId()}.eml`);
      await writeFile(`${name}.part`, bytes as Buffer, { mode: 0o600 });
      await rename(`${name}.part`, name);
      const link = /https?:\S+|^\d{4} \d{4}$/m.exec(mail.text)?.[0];
      if (link) links(`Mail to ${mail.to}: ${mail.subject}: ${link}`);
    },
    close: () => undefined,
  };
}
