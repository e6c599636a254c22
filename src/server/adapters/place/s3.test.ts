/** Signature Version 4, by the examples of the document that defines it. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { backupPlace } from '../../backup-place.ts';
import { signed } from './s3.ts';

const place = {
  origin: 'https://examplebucket.s3.amazonaws.com',
  ...{ bucket: 'examplebucket', prefix: '', region: 'us-east-1' },
  ...{ keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
};
const now = new Date('2013-05-24T00:00:00Z');
const hash = createHash('sha256').update('').digest('hex');

test.each([
  [{ lifecycle: '' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [
    { 'max-keys': '2', prefix: 'J' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
])('a request is signed as in the example with %o', (query, signature) => {
  const { authorization } = signed(place, { method: 'GET', path: '/', query, hash, now });
  expect(authorization).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  );
});

describe('BACKUP_PLACE', () => {
  test.each([
    'https://host/bucket',
    's3://host/bucket',
    's3://key:secret@host',
    's3://key:secret@host/UPPER',
    's3://key:sec/ret@host/bucket',
    's3://key:secret@host/bucket?x=1',
  ])('%s is refused without being repeated', (text) => {
    expect(() => backupPlace({ BACKUP_PLACE: text })).toThrow(/^BACKUP_PLACE must be .*not "…"$/);
  });

  test('names server, bucket, folder, region and keys; unset, there is none', () => {
    expect(backupPlace({})).toBeUndefined();
    expect(backupPlace({ BACKUP_PLACE: 's3://me:a%2Fb%3D@s3.example/books' })).toEqual({
      ...{ origin: 'https://s3.example', bucket: 'books', prefix: '', region: 'us-east-1' },
      ...{ keyId: 'me', secret: 'a/b=' },
    });
    const local = 's3+http://me:x@127.0.0.1:9000/books/attic/nas?region=eu-central-1';
    expect(backupPlace({ BACKUP_PLACE: local })).toMatchObject({
      ...{ origin: 'http://127.0.0.1:9000', prefix: 'attic/nas/', region: 'eu-central-1' },
    });
  });
});
