/**
 * A software passkey for tests of the server: makes and signs what a browser sends (WebAuthn level
 * 2, section 6). The browser's own ceremony is tested in Chromium.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Ceremony = { challenge: string; origin?: string; userVerified?: boolean };

const ORIGIN = 'http://localhost:3000';
const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();

export function newAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  /** User presence and verification, the site, and the counter. */
  const header = ({ userVerified = true, origin = ORIGIN }: Ceremony, flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    const present = 0x01 | (userVerified ? 0x04 : 0) | flags;
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([present]), count]);
  };
  const client = (type: string, { challenge, origin = ORIGIN }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  /** COSE, RFC 9053 section 7.1.1: an ES256 key on P-256. */
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);

  return {
    id: b64(id),
    make(ceremony: Ceremony) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = Buffer.concat([header(ceremony, 0x40), attested]);
      // CBOR: {fmt: "none", attStmt: {}, authData}
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: b64(id),
        clientDataJSON: b64(client('webauthn.create', ceremony)),
        attestationObject: b64(object),
        transports: ['internal'],
      };
    },
    sign(ceremony: Ceremony) {
      const data = header(ceremony, 0);
      const said = client('webauthn.get', ceremony);
      return {
        id: b64(id),
        clientDataJSON: b64(said),
        authenticatorData: b64(data),
        signature: b64(sign('sha256', Buffer.concat([data, sha256(said)]), privateKey)),
      };
    },
    /** Sets the counter back, as in a cloned passkey. */
    setBack: (to = 0) => {
      counter = to;
    },
  };
}
