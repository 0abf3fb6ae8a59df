// A software authenticator: creates passkeys (ES256, attestation none) and signs with them, and can do so wrongly on
// request.
import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Browser } from './browser.ts';

const b64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** Wrong values to send to the server. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
}

export interface SoftPasskey {
  readonly id: string;
  readonly userHandle: string;
  readonly key: KeyObject;
  counter: number;
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

export function createAuthenticator(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);
  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }),
    );
  const head = (counter: number, extra: number, { rpId, isVerified = true }: Lies): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = UP | (isVerified ? UV : 0) | extra;
    return Buffer.concat([sha256(rpId ?? hostname), Buffer.of(flags), count]);
  };
  return {
    /** For the body of POST /app/v1/me/passkeys. */
    make(options: { readonly challenge: string; readonly userId: string }, lies: Lies = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const authData = Buffer.concat([
        head(lies.counter ?? 0, AT, lies),
        Buffer.alloc(16),
        Buffer.of(0, id.length),
        id,
        cose,
      ]);
      // CBOR: { fmt: "none", attStmt: {}, authData: bytes }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(authData.length),
        authData,
      ]);
      const passkey: SoftPasskey = {
        id: b64(id),
        userHandle: options.userId,
        key: privateKey,
        counter: lies.counter ?? 0,
      };
      const body = {
        id: passkey.id,
        clientDataJSON: b64(clientData('webauthn.create', options.challenge, lies)),
        attestationObject: b64(attestation),
      };
      return { passkey, body };
    },
    /** For the body of POST /app/v1/passkeys/sign-in. */
    sign(passkey: SoftPasskey, challenge: string, lies: Lies = {}) {
      passkey.counter += 1;
      const data = head(lies.counter ?? passkey.counter, 0, lies);
      const client = clientData('webauthn.get', challenge, lies);
      const signed = Buffer.concat([data, sha256(client)]);
      return {
        id: passkey.id,
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(sign('sha256', signed, passkey.key)),
        userHandle: passkey.userHandle,
      };
    },
  };
}

/** Returns the server's options for adding a passkey. */
export async function creationOptionsFor(browser: Browser) {
  const answer = await browser.send('POST', '/app/v1/me/passkeys/begin');
  assert.equal(answer.status, 200, answer.text);
  return { challenge: String(answer.at('challenge')), userId: String(answer.at('user', 'id')) };
}

/** Adds a passkey for the signed-in user; `rowId` is its id in the list of passkeys. */
export async function addPasskey(
  browser: Browser,
  publicUrl: string,
  name = 'Key',
): Promise<SoftPasskey & { readonly rowId: string }> {
  const made = createAuthenticator(publicUrl).make(await creationOptionsFor(browser));
  const body = { name, ...made.body };
  const added = await browser.send('POST', '/app/v1/me/passkeys', { body });
  assert.equal(added.status, 201, added.text);
  return Object.assign(made.passkey, { rowId: String(added.at('id')) });
}
