/** Every wallet in every version: the fixtures exactly, and files written here. */
import { describe, expect, test } from 'vitest';
import { fixture, fixtures } from '#tests/support/wallet-files.ts';
import { HEADERS } from './breez-words.ts';
import type { DateOrder, ParsedFile, WalletRow } from './format.ts';
import { parseFile } from './parse.ts';

const LIMITS = { rows: 5_000, cell: 4_096 };
const parse = (text: string, filename = 'x.csv', zone = 'UTC', dateOrder?: DateOrder) =>
  parseFile(text, { filename, zone, dateOrder }, LIMITS);

/** In the fixtures' form: numbers, without parsing details. */
const asRecord = ({ row: _, timeKey: __, paymentHash: ___, ...one }: WalletRow) => ({
  ...one,
  amountSats: Number(one.amountSats),
  feeSats: Number(one.feeSats),
  amountMsat: Number(one.amountMsat),
  feeMsat: Number(one.feeMsat),
});

test.each(fixtures())('$file is read exactly (TXN-30)', (one) => {
  const parsed = parse(fixture(one.file), one.uploadFilename);
  const expected = JSON.parse(fixture(one.file.replace('.csv', '.expected.json'))) as unknown;
  expect(parsed.rows.map(asRecord)).toEqual(expected);
  expect(parsed).toMatchObject({
    wallet: one.wallet,
    format: one.format,
    confidence: 'certain',
    skipped: one.skipped.map(({ dataRow, reason }) => ({ row: dataRow + 1, reason })),
  });
});

test.each(fixtures())('$file: BOM, LF or CRLF, a line break at the end or none', (one) => {
  const text = fixture(one.file).replaceAll('\r\n', '\n').trimEnd();
  // A line break inside quotation marks belongs to the words.
  const [plain, ...others] = [text, `\uFEFF${text}`, `${text}\n`, `${text}\n\n`].map(
    (form) => parse(form, one.uploadFilename).rows,
  );
  for (const other of others) expect(other).toEqual(plain);
  if (!one.file.startsWith('phoenix-new')) {
    const crlf = parse(text.replaceAll('\n', '\r\n'), one.uploadFilename).rows;
    expect(crlf).toEqual(plain);
  }
});

const facts = ({ rows }: ParsedFile) =>
  rows.map((one) => [
    one.direction,
    Number(one.amountMsat),
    Number(one.feeMsat),
    one.timestampISO,
    one.id,
  ]);

describe('more versions', () => {
  test('phoenixd', () => {
    const parsed = parse(
      [
        'date,id,type,amount_msat,fee_credit_msat,mining_fee_sat,service_fee_msat,payment_hash,tx_id',
        '2025-03-01T12:00:00Z,u1,lightning_sent,-1004000,0,0,4000,h,',
        '2025-03-02T12:00:00.5Z,u2,fee_bumping,-700000,0,700,0,,t',
        '2025-03-03T14:00:00+02:00,u3,swap_in,9000000,0,250,0,,t',
      ].join('\n'),
    );
    expect(parsed).toMatchObject({ wallet: 'phoenixd', confidence: 'certain' });
    expect(facts(parsed)).toEqual([
      ['out', 1_000_000, 4_000, '2025-03-01T12:00:00.000Z', 'u1'],
      ['out', 0, 700_000, '2025-03-02T12:00:00.500Z', 'u2'],
      ['in', 9_000_000, 250_000, '2025-03-03T12:00:00.000Z', 'u3'],
    ]);
    expect(parsed.rows.map(({ paymentHash }) => paymentHash)).toEqual(['h', undefined, undefined]);
  });

  test('Phoenix before 2.5 with every optional column switched off', () => {
    const parsed = parse(
      'Date,Amount Millisatoshi,Fees Millisatoshi\r\n2023-05-01T00:00:00Z,-5500,-500\r\n',
    );
    expect(facts(parsed)).toEqual([['out', 5_000, 500, '2023-05-01T00:00:00.000Z', null]]);
  });

  test('Alby Hub 1.20, without the columns that its newest transaction lacks', () => {
    const parsed = parse(
      [
        'type,state,invoice,description,descriptionHash,preimage,paymentHash,amount,feesPaid,updatedAt,createdAt,settledAt,appId,failureReason',
        '"outgoing","settled","ln","\'=SUM(A1)","","","hash","21999","1000","","2025-10-01T10:00:00+02:00",,,""',
        '"incoming","settled","ln","say ""hi""","","","hash","21999","0","","2025-10-01T10:00:00Z","2025-10-01T10:00:05Z",,""',
        '"outgoing","pending","ln","","","","h2","5","0","","2025-10-01T10:00:00Z",,,""',
      ].join('\n'),
    );
    expect(parsed.format).toBe('alby-hub>=1.20');
    expect(parsed.rows.map((one) => one.description)).toEqual(['=SUM(A1)', 'say "hi"']);
    // One hash, two rows: an internal transfer.
    expect(facts(parsed)).toEqual([
      ['out', 21_999, 1_000, '2025-10-01T08:00:00.000Z', 'hash'],
      ['in', 21_999, 0, '2025-10-01T10:00:05.000Z', 'hash'],
    ]);
    expect(parsed.skipped).toEqual([{ row: 4, reason: 'state pending' }]);
  });

  test.each([
    ['coinos>=2024-08', 'type,id,created,rate,currency,amount,tip,total,fee,platform_fee', '6'],
    ['coinos>=2023-03', 'type,id,created,rate,currency,amount,tip,total,fee', undefined],
    ['coinos>=2023-01', 'type,id,created,rate,currency,amount,fee,tip', undefined],
  ])('%s', (format, names, platform) => {
    const values: Record<string, string> = {
      type: 'lightning',
      id: 'u',
      created: 'Sat Mar 28 2026 07:52:49 GMT-0700 (Sommerzeit)',
      rate: '80000',
      currency: 'USD',
      amount: '-1500',
      tip: '100',
      total: '-1400',
      fee: '2',
      platform_fee: '6',
    };
    const header = names.split(',');
    const lines = [header, header.map((name) => values[name] ?? '')];
    const parsed = parse(
      lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'),
    );
    expect(parsed).toMatchObject({ wallet: 'coinos', format });
    const fee = platform === undefined ? 2_000 : 8_000;
    expect(facts(parsed)).toEqual([['out', 1_600_000, fee, '2026-03-28T14:52:49.000Z', 'u']]);
  });

  test('Zeus: quotation marks, commas and line breaks inside a memo; "undefined"; Invalid Date', () => {
    const header =
      'Destination,Payment Request,Payment Hash,Amount Paid (sat),Memo,Note,Creation Date';
    const line = (memo: string, at: string) =>
      `"02","ln","hash","21.5","${memo}","undefined","${at}"`;
    const at = 'Sat Feb 10 2024 12:34:56 GMT+0100 (CET)';
    const text = [
      header,
      line('he said "hi", twice', at),
      line('one\ntwo', at),
      line('a","b', 'Invalid Date'),
      line('next "\n"line', at),
    ].join('\n');
    const parsed = parse(text);
    expect(parsed.rows.map(({ description }) => description)).toEqual([
      'he said "hi", twice',
      'one\ntwo',
      'a","b',
      'next "\n"line',
    ]);
    expect(parsed.rows.map(({ timestampISO }) => timestampISO)).toEqual([
      '2024-02-10T11:34:56.000Z',
      '2024-02-10T11:34:56.000Z',
      null,
      '2024-02-10T11:34:56.000Z',
    ]);
    expect(parsed.rows.every(({ amountMsat }) => amountMsat === 21_500n)).toBe(true);
  });

  test('Wallet of Satoshi and anything else is named as not supported', () => {
    expect(() =>
      parse('utcDate,type,currency,amount,fees,address,description,pointOfSale\n'),
    ).toThrow('This file is from Wallet of Satoshi');
    expect(() => parse('a,b\n1,2')).toThrow(/^We don’t know this kind of file/);
  });
});

describe('Breez, its languages and its dates', () => {
  const breez = (language: string, date: string, title = 'Ice', node = '') =>
    `${(HEADERS[language] ?? []).join()}\r\n${date},${title},,${node},600,p,hash,1`;

  test.each(Object.keys(HEADERS))('the header in %s', (language) => {
    const parsed = parse(
      breez(language, language === 'en' ? '9/13/2020 1:05 PM' : '13/9/2020 13:05'),
    );
    expect(parsed).toMatchObject({ wallet: 'breez', confidence: 'certain' });
    expect(facts(parsed)).toEqual([['in', 600_000, 1_000, '2020-09-13T13:05:00.000Z', 'hash']]);
  });

  test.each([
    ['9/13/2020 12:26\u202fAM', '2020-09-13T00:26'],
    ['13/09/2020 12:26', '2020-09-13T12:26'],
    ['3.4.2025 07:05', '2025-04-03T07:05'],
    ['3.4.2025 7.05', '2025-04-03T07:05'],
    ['3. 4. 2025 7:05', '2025-04-03T07:05'],
    ['2025-04-03 07:05', '2025-04-03T07:05'],
    ['2025-04-03 7:05 p.m.', '2025-04-03T19:05'],
    ['3/4/2025 7:05', '2025-04-03T07:05'],
  ])('%s is %s', (date, at) => {
    expect(parse(breez('en', date)).rows[0]?.timestampISO).toBe(`${at}:00.000Z`);
    expect(parse(breez('en', date)).asks.dateOrder).toBeUndefined();
  });

  test('if both orders fit, the file says so, and the month comes first until somebody answers', () => {
    const text = breez('en', '3/4/2025 1:00 PM');
    const parsed = parse(text);
    expect(parsed.asks.dateOrder).toEqual({ likely: 'mdy', example: '3/4/2025 1:00 PM' });
    expect(parsed.rows[0]?.timestampISO).toBe('2025-03-04T13:00:00.000Z');
    expect(parse(text, 'x.csv', 'UTC', 'dmy').rows[0]?.timestampISO).toBe(
      '2025-04-03T13:00:00.000Z',
    );
    // The row is the same in every time zone.
    const [utc, tokyo] = [parse(text), parse(text, 'x.csv', 'Asia/Tokyo')];
    expect(tokyo.rows[0]?.timestampISO).toBe('2025-03-04T04:00:00.000Z');
    expect(tokyo.rows[0]?.timeKey).toBe(utc.rows[0]?.timeKey);
  });

  test('a German header does not put the day first: the values decide (TXN-30)', () => {
    const parsed = parse(breez('de', '9/13/2020 12:26 PM'));
    expect(parsed.rows[0]?.timestampISO).toBe('2020-09-13T12:26:00.000Z');
    expect(parsed.asks.dateOrder).toBeUndefined();
    // Nothing proves the order, so a person chooses it.
    expect(parse(breez('de', '3/4/2025 1:00 PM')).asks.dateOrder).toEqual({
      likely: 'mdy',
      example: '3/4/2025 1:00 PM',
    });
  });

  test('a file with both orders asks, and reads each proven date as it proves (TXN-30)', () => {
    const row = (date: string, hash: string) => `${date},Ice,,,600,p,${hash},1`;
    const text = [
      (HEADERS.en ?? []).join(),
      row('9/13/2020 1:05 PM', 'a'),
      row('14.9.2020 13:05', 'b'),
      row('3/4/2020 1:00 PM', 'c'),
    ].join('\r\n');
    const days = (order?: DateOrder) =>
      parse(text, 'x.csv', 'UTC', order).rows.map((one) => one.timestampISO?.slice(0, 10));
    expect(parse(text).asks.dateOrder).toEqual({ likely: 'mdy', example: '3/4/2020 1:00 PM' });
    expect(days('dmy')).toEqual(['2020-09-13', '2020-09-14', '2020-04-03']);
    expect(days('mdy')).toEqual(['2020-09-13', '2020-09-14', '2020-03-04']);
  });

  test('direction: the name of the file, else who has a destination', () => {
    const sent = breez('en', '9/13/2020 1:05 PM', 'Ice', '02ff');
    expect(parse(sent).rows[0]?.direction).toBe('out');
    expect(parse(sent, 'BreezPayments_received_1.9.20-2.9.20.csv').rows[0]?.direction).toBe('in');
    const none = breez('en', '9/13/2020 1:05 PM');
    expect(parse(none, 'BreezPayments_sent (1).csv').rows[0]?.direction).toBe('out');
  });

  test('a closed channel is left for a person, in any language', () => {
    for (const title of [
      'Closed Channel',
      'Geschlossener Channel',
      'Canal fermé',
      'Затворен канал',
    ])
      expect(parse(breez('en', '9/13/2020 1:05 PM', title))).toMatchObject({
        rows: [],
        skipped: [{ row: 2, reason: 'closed channel: please check it by hand' }],
      });
  });

  test('Misty Breez before 0.3.0 says no direction; its name may', () => {
    const text = 'Date & Time,Title,Amount,Preimage,TX Hash,Fee\r\n9/13/2025 1:00 PM,Ice,500,,t,2';
    expect(parse(text).rows[0]).toMatchObject({ direction: undefined, id: 't' });
    expect(parse(text, 'BreezPayments_sent.csv').rows[0]?.direction).toBe('out');
  });
});
