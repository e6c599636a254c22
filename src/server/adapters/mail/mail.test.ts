/** Mail over a real SMTP conversation, through the job queue, and into files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshDatabase, JOBS_KEY } from '#tests/support/app.ts';
import { hostile } from '#tests/support/hostile-addresses.ts';
import { type Smtp, startSmtp } from '#tests/support/smtp.ts';
import { until } from '../../../../testkit/chain/until.ts';
import { connect, type Database, transaction } from '../../db/database.ts';
import { type Jobs, startJobs } from '../../jobs.ts';
import { fileMailer, type Mail, type Mailer, smtpMailer } from './mail.ts';

const FROM = 'Satling <satling@example.com>';
const mail = (to: string, over: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Your sign-in link for Satling',
  text: 'Hello,\n\nopen this: https://satling.example/auth/verify?token=abc\n',
  ...over,
});

const subjects = (raw: string) => raw.split('\r\n\r\n')[0]?.match(/^subject:/gim) ?? [];

describe('over SMTP', () => {
  let smtp: Smtp;
  let db: Database;
  let jobs: Jobs;
  let mailer: Mailer;
  const refusals = new Map<string, number>();
  const errors: Error[] = [];
  beforeAll(async () => {
    smtp = await startSmtp((to) => {
      const left = refusals.get(to) ?? 0;
      refusals.set(to, left - 1);
      return left > 0 ? 451 : undefined;
    });
    const address = await freshDatabase();
    db = connect(address);
    mailer = smtpMailer(smtp.url, FROM);
    const onError = (error: Error) => void errors.push(error);
    jobs = await startJobs({ address, owner: db.owner, key: JOBS_KEY, mailer, tasks: [], onError });
  });
  beforeEach(() => {
    smtp.received.length = 0;
  });
  afterAll(async () => {
    await jobs.stop();
    mailer.close();
    await db.close();
    await smtp.close();
  });
  const to = (address: string) => smtp.received.filter((one) => one.to.includes(address));

  test('a mail of a change that was rolled back is never sent, that of a committed one is (T27)', async () => {
    await expect(
      transaction(db.owner, 'BEGIN', async (tx) => {
        await jobs.mail(mail('rolled-back@example.com'), tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await transaction(db.owner, 'BEGIN', (tx) => jobs.mail(mail('committed@example.com'), tx));
    await until(() => to('committed@example.com').length > 0, 'the mail');
    expect(to('rolled-back@example.com')).toEqual([]);
    const [one] = to('committed@example.com');
    expect(one?.from).toBe('satling@example.com');
    const parsed = await PostalMime.parse(one?.raw ?? '');
    expect(parsed).toMatchObject({
      from: { name: 'Satling', address: 'satling@example.com' },
      to: [{ address: 'committed@example.com' }],
      subject: 'Your sign-in link for Satling',
    });
    expect(parsed.text).toContain('https://satling.example/auth/verify?token=abc');
  });

  test('a server that says “not now” is tried again; other mails of the batch are sent once (T27)', async () => {
    refusals.set('busy@example.com', 1);
    await transaction(db.owner, 'BEGIN', async (tx) => {
      for (const name of ['one', 'two', 'busy', 'three'])
        await jobs.mail(mail(`${name}@example.com`), tx);
    });
    await until(() => to('busy@example.com').length > 0, 'the second try');
    for (const name of ['one', 'two', 'busy', 'three'])
      expect(to(`${name}@example.com`), name).toHaveLength(1);
    // The operator's log names the failure, without the address.
    expect(errors.splice(0).map(({ message }) => message)).toEqual([
      'A mail was not taken: EENVELOPE 451',
    ]);
  });

  test('30 hostile addresses: never a second recipient, never a second subject (T44)', async () => {
    expect(hostile).toHaveLength(30);
    for (const address of hostile) {
      smtp.received.length = 0;
      await mailer.send(mail(address)).catch(() => undefined);
      expect(smtp.received.length, address).toBeLessThanOrEqual(1);
      for (const one of smtp.received) {
        expect(one.to, address).toHaveLength(1);
        expect(subjects(one.raw), address).toHaveLength(1);
        expect(one.raw, address).not.toMatch(/^bcc:/im);
      }
    }
  });

  test('30 hostile subjects and texts: one recipient, one subject, no header of theirs (T44)', async () => {
    for (const text of hostile) {
      smtp.received.length = 0;
      await mailer.send(mail('a@example.org', { subject: text, text: `${text}\r\n.\r\nQUIT` }));
      const [one, ...more] = smtp.received;
      expect(more, text).toEqual([]);
      expect(one?.to, text).toEqual(['a@example.org']);
      const head = one?.raw.split('\r\n\r\n')[0] ?? '';
      expect(subjects(one?.raw ?? ''), text).toHaveLength(1);
      expect(head, text).not.toMatch(/^(bcc|data|rcpt)/im);
    }
  });

  test('the queue holds no readable mail', async () => {
    await jobs.mail(mail('sealed@example.com'));
    const [row] = await db.owner<{ text: string }[]>`
      SELECT string_agg(j::text, ' ') AS text FROM pgboss.job j WHERE name = 'mail'`;
    expect(row?.text).not.toMatch(/sealed@|token=|sign-in link/);
    await until(() => to('sealed@example.com').length > 0, 'the mail');
    expect(errors).toEqual([]);
  });
});

describe('into files', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'satling-outbox-')), 'outbox');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('what a kill has cut short is swept at the next start (T27)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'outbox-'));
    writeFileSync(join(folder, 'cut.eml.part'), 'To: anna@exa');
    writeFileSync(join(folder, 'whole.eml'), 'To: anna@example.com');
    fileMailer(folder, FROM, () => undefined);
    expect(readdirSync(folder)).toEqual(['whole.eml']);
    rmSync(folder, { recursive: true });
  });

  test('without a mail server the mail is a private file, and its link or code is printed (AUTH-01)', async () => {
    const lines: string[] = [];
    const mailer = fileMailer(folder, FROM, (line) => lines.push(line));
    await mailer.send(mail('fresh@example.com'));
    await mailer.send(mail('fresh@example.com', { text: 'Without any address' }));
    const text = 'Your code:\n\n1234 5678\n\nIt works for 10 minutes.';
    await mailer.send(mail('fresh@example.com', { subject: 'Your code for Satling', text }));
    const files = readdirSync(folder).sort();
    expect(files).toHaveLength(3);
    for (const file of files) {
      expect(file).toMatch(/^[0-9a-f-]{36}\.eml$/);
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const parsed = await PostalMime.parse(readFileSync(join(folder, files[0] ?? '')));
    expect(parsed.to).toEqual([{ address: 'fresh@example.com', name: '' }]);
    expect(lines).toEqual([
      'Mail to fresh@example.com: Your sign-in link for Satling: https://satling.example/auth/verify?token=abc',
      'Mail to fresh@example.com: Your code for Satling: 1234 5678',
    ]);
  });
});
