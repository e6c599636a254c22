/**
 * Every mail in every language: the same links, codes and addresses, nothing left in English, no
 * placeholder unfilled, no subject that another person could influence. Mails are plain text and
 * need no escaping. A mail without a row here fails.
 */
import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as approvals from '../src/features/book/approvals/mails.ts';
import * as changes from '../src/features/book/changes/mails.ts';
import * as privacy from '../src/features/book/privacy/mails.ts';
import * as emailChange from '../src/features/household/email-change/mails.ts';
import * as family from '../src/features/household/family/mails.ts';
import * as joining from '../src/features/household/joining/mails.ts';
import * as ceiling from '../src/features/money/ceiling/mails.ts';
import * as spending from '../src/features/money/lightning/coverage/mails.ts';
import * as lightning from '../src/features/money/lightning/mails.ts';
import * as coverage from '../src/features/money/wallet/coverage/mails.ts';
import * as backups from '../src/features/operator/backups/mails.ts';
import * as auth from '../src/features/people/auth/mails.ts';
import * as children from '../src/features/people/children/mails.ts';
import * as handover from '../src/features/people/handover/mails.ts';
import * as invitations from '../src/features/people/invitations/mails.ts';
import * as help from '../src/features/people/step-up/help/mails.ts';
import * as stepUp from '../src/features/people/step-up/mails.ts';
import { type Letters, mailTo } from '../src/server/adapters/mail/mail.ts';

const MODULES = {
  approvals,
  auth,
  backups,
  ceiling,
  changes,
  children,
  'email-change': emailChange,
  family,
  handover,
  invitations,
  joining,
  lightning,
  'lightning/coverage': spending,
  privacy,
  'step-up': stepUp,
  'step-up/help': help,
  'wallet/coverage': coverage,
};

const URL = 'https://satling.example';
const LINK = `${URL}/auth/verify?token=AbC-123_x`;
const ADDRESS = 'new@example.com';
const INVITATION = { inviter: ADDRESS, link: LINK, publicUrl: URL };
const COPY = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const DUE = new Date('2026-12-24T12:05:00Z');

/** Each mail, with values for its placeholders. */
const MAILS: Record<string, Letters> = {
  'backups.backupMail': backups.backupMail(URL),
  'backups.sheetMail': backups.sheetMail(URL),
  'approvals.waitingMail': approvals.waitingMail(URL),
  'approvals.answeredMail': approvals.answeredMail(URL),
  'approvals.lapsedMail': approvals.lapsedMail(URL),
  'auth.signInMail': auth.signInMail(LINK, '01234567'),
  'auth.closedMail': auth.closedMail(URL),
  'auth.newDeviceMail': auth.newDeviceMail('Firefox on Linux', URL),
  'ceiling.movedMail': ceiling.movedMail(URL),
  'changes.changedMail': changes.changedMail(URL, COPY),
  'changes.changedMail alone': changes.changedMail(URL),
  'children.closedMail': children.closedMail(DUE, 'Europe/Berlin', URL),
  'children.restoredMail': children.restoredMail(URL),
  'children.childLeftMail': children.childLeftMail(URL),
  'email-change.oldAddressMail': emailChange.oldAddressMail(ADDRESS, LINK),
  'email-change.newAddressMail': emailChange.newAddressMail(LINK),
  'email-change.takenAddressMail': emailChange.takenAddressMail(),
  'email-change.changedNotice': emailChange.changedNotice(),
  'invitations.openingMail': invitations.openingMail(INVITATION),
  'invitations.invitationMail': invitations.invitationMail('spouse', INVITATION),
  'invitations.invitationMail child': invitations.invitationMail('child', INVITATION),
  'joining.letInMail': joining.letInMail(URL),
  'invitations.joinedMail': invitations.joinedMail('spouse', URL),
  'invitations.joinedMail child': invitations.joinedMail('child', URL),
  'invitations.joinedNotice': invitations.joinedNotice('spouse', URL),
  'invitations.joinedNotice child': invitations.joinedNotice('child', URL),
  'lightning.syncMail': lightning.syncMail(URL),
  'lightning/coverage.spendingShortMail': spending.spendingShortMail(URL),
  'wallet/coverage.shortMail': coverage.shortMail(URL),
  'family.removedMail': family.removedMail(),
  'family.removedNotice': family.removedNotice(),
  'family.leftMail': family.leftMail(),
  'family.leftNotice': family.leftNotice(URL),
  'family.fullParentMail': family.fullParentMail(URL),
  'family.fullParentNotice': family.fullParentNotice(URL),
  'family.undoneMail': family.undoneMail(),
  'handover.pinChangedMail': handover.pinChangedMail(URL),
  'step-up/help.helpAskedMail': help.helpAskedMail(URL),
  'step-up/help.helpUsedMail': help.helpUsedMail(URL),
  'step-up/help.helpStoppedMail': help.helpStoppedMail(URL),
  'step-up.recoveryMadeMail': stepUp.recoveryMadeMail(URL),
  'step-up.recoveryUsedMail': stepUp.recoveryUsedMail(URL),
  'step-up.passkeyAddedMail': stepUp.passkeyAddedMail(URL),
  'step-up.passkeyRemovedMail': stepUp.passkeyRemovedMail(URL),
  'step-up.stepUpMail': stepUp.stepUpMail('01234567'),
  'privacy.prunedMail': privacy.prunedMail(12, 12_345),
  'privacy.autoPruneMail': privacy.autoPruneMail(6, URL),
  'privacy.deletionMail': privacy.deletionMail(DUE, 'Europe/Berlin', URL),
  'privacy.keptMail': privacy.keptMail(),
};
const each = Object.entries(MAILS);
const others = ['de', 'es'] as const;

test('every mail of the program is read here', () => {
  const found = globSync('src/features/**/mails.ts');
  expect(found.map((file) => file.split('/').slice(3, -1).join('/')).sort()).toEqual(
    Object.keys(MODULES).sort(),
  );
  const written = Object.entries(MODULES).flatMap(([name, mails]) =>
    Object.keys(mails).map((mail) => `${name}.${mail}`),
  );
  const read = new Set(Object.keys(MAILS).map((name) => name.split(' ')[0]));
  expect([...read].sort()).toEqual(written.sort());
});

/** Must be the same in every language, in order: links, codes, addresses. */
const marks = (text: string) => text.match(/https?:\S*[\w/]|^\d{4} \d{4}$|\S+@\S+/gm) ?? [];

/** Words in neither German nor Spanish. */
const ENGLISH = /\b(the|you|your|and|this|with|that|were|with|is|of|to|hello|somebody|asked?)\b/i;

test.each(each)('%s has the same links, codes and addresses in every language', (_, letters) => {
  for (const language of others)
    expect(marks(letters[language].text)).toEqual(marks(letters.en.text));
});

test.each(each)('%s leaves nothing in English and no placeholder unfilled', (_, letters) => {
  expect(letters.en.text).toMatch(/^Hello,\n\n[A-Za-z]/);
  expect(letters.de.text).toMatch(/^Hallo,\n\n[a-zäöü]/);
  expect(letters.es.text).toMatch(/^Hola:\n\n[A-ZÁÉÍÓÚ¿]/);
  for (const { subject, text } of Object.values(letters)) {
    expect(`${subject}\n${text}`).not.toMatch(/undefined|null|NaN|\[object|\$\{|\{\w*\}|<|>/);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).not.toMatch(/!| {2}|\n{3}/);
    expect(subject).not.toMatch(/[\r\n!]|https?:|@/);
  }
  for (const language of others) {
    const { subject, text } = letters[language];
    const words = `${subject}\n${text}`.replaceAll(/https?:\S+|\S+@\S+/g, '');
    expect(words).not.toMatch(ENGLISH);
    // A missing paragraph would show.
    expect(text.split('\n\n').length).toBe(letters.en.text.split('\n\n').length);
  }
  expect(letters.de.subject).not.toBe(letters.es.subject);
});

test('German says du, Spanish tú', () => {
  for (const [name, { de, es }] of each) {
    expect(`${name}: ${de.text}`).not.toMatch(/\b(Ihnen|Ihre[mnrs]?)\b|\.\s+Sie\b.*\bIhr/);
    expect(`${name}: ${es.text}`).not.toMatch(/\b(usted|ustedes|vosotros|vuestr[oa]s?)\b/i);
  }
});

test('no subject contains what somebody else could write, in any language (T44)', () => {
  const typed = 'x\r\nBcc: all@example.com <b>"&';
  const hostile = [
    [emailChange.oldAddressMail(typed, LINK), MAILS['email-change.oldAddressMail']],
    [auth.newDeviceMail(typed, URL), MAILS['auth.newDeviceMail']],
  ] as const;
  for (const [letters, plain] of hostile)
    for (const language of ['en', ...others] as const) {
      expect(letters[language].subject).toBe(plain?.[language].subject);
      expect(letters[language].text).toContain(typed);
    }
});

test('dates, numbers and devices are formatted as usual in that language', () => {
  const lines = (letters: Letters | undefined, pattern: RegExp) =>
    Object.values(letters ?? {}).map(({ text }) => pattern.exec(text)?.[1]);
  expect(lines(MAILS['privacy.deletionMail'], /(?:72 hours|72 Stunden|72 horas): (.*)\./)).toEqual([
    'Thursday, December 24, 2026 at 1:05 PM GMT+1',
    'Donnerstag, 24. Dezember 2026 um 13:05 MEZ',
    'jueves, 24 de diciembre de 2026, 13:05 CET',
  ]);
  expect(lines(MAILS['privacy.prunedMail'], /(12.345)/)).toEqual(['12,345', '12.345', '12.345']);
  expect(lines(MAILS['auth.newDeviceMail'], /(Firefox .*)\./)).toEqual([
    'Firefox on Linux',
    'Firefox auf Linux',
    'Firefox en Linux',
  ]);
});

test('a person without a chosen language gets English', () => {
  const letters = privacy.keptMail();
  expect(mailTo({ email: ADDRESS, language: null }, letters)).toEqual({
    to: ADDRESS,
    ...letters.en,
  });
  expect(mailTo({ email: ADDRESS, language: 'es' }, letters)).toEqual({
    to: ADDRESS,
    ...letters.es,
  });
});
