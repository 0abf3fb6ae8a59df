// A push service on this machine, with a browser behind it: it decrypts what comes as RFC 8291 says, and checks the
// signature as RFC 8292 does.
import assert from 'node:assert/strict';
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makePair } from './certificates.ts';
import { waitUntil } from './wait-until.ts';

export interface PushedText {
  readonly headers: IncomingHttpHeaders;
  /** What the browser reads. */
  readonly text: string;
  /** What the push service sees. */
  readonly body: Buffer;
}

/** A browser that is subscribed at the push service. */
export interface PushedBrowser {
  /** As `PushSubscription.toJSON()` has it. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  readonly received: readonly PushedText[];
  /** Sets what the push service answers from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Lets the push service answer nothing. */
  hang(): void;
  waitFor(count: number): Promise<readonly PushedText[]>;
}

export interface PushService {
  readonly url: string;
  /** @param key the `applicationServerKey` that the browser was given */
  subscribe(key: string): PushedBrowser;
  close(): Promise<void>;
}

interface Client extends PushedBrowser {
  take(headers: IncomingHttpHeaders, body: Buffer): { status: number; headers: object } | undefined;
}

export async function startPushService(): Promise<PushService> {
  const pair = await makePair(Date.now(), ['localhost', '127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const clients = new Map<string, Client>();
  const server = createServer(pair, (request, response) => {
    buffer(request).then(
      (body) => {
        const answer = clients.get(request.url ?? '')?.take(request.headers, body);
        if (answer) response.writeHead(answer.status, { ...answer.headers }).end();
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `https://localhost:${port}`;
  return {
    url,
    subscribe(key) {
      const path = `/send/${randomBytes(12).toString('hex')}`;
      const client = createClient(`${url}${path}`, url, key);
      clients.set(path, client);
      return client;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createClient(endpoint: string, origin: string, key: string): Client {
  const own = createECDH('prime256v1');
  const p256dh = own.generateKeys();
  const auth = randomBytes(16);
  const received: PushedText[] = [];
  let answer: { status: number; headers: object } | undefined = { status: 201, headers: {} };
  return {
    subscription: {
      endpoint,
      keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
    },
    received,
    answer(status, headers = {}) {
      answer = { status, headers };
    },
    hang() {
      answer = undefined;
    },
    take(headers, body) {
      requireSigned(headers.authorization ?? '', origin, key);
      received.push({ headers, body, text: decrypt(body, { own, p256dh, auth }) });
      return answer;
    },
    async waitFor(count) {
      await waitUntil(() => Promise.resolve(received.length >= count));
      return received;
    },
  };
}

/** Reads the single record of a message (RFC 8188 §2, RFC 8291 §4). */
function decrypt(
  body: Buffer,
  { own, p256dh, auth }: { own: ReturnType<typeof createECDH>; p256dh: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const hkdf = (secret: Uint8Array, salted: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = hkdf(own.computeSecret(senderKey), auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  assert.ok(end >= 0 && plain.subarray(end + 1).every((byte) => byte === 0));
  return plain.subarray(0, end).toString('utf8');
}

/** Checks that a message is signed for this push service, with the key that the browser was given. */
function requireSigned(authorization: string, origin: string, key: string): void {
  const [, token = '', sent] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  assert.equal(sent, key);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isRight);
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.equal(aud, origin);
  assert.match(sub, /^https:\/\//);
  assert.ok(Number.isInteger(exp));
}
