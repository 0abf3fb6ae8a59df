// Clients that sign, for tests: keys and JWTs made with node:crypto alone, independent of jose; and a server that
// publishes key sets over HTTPS.
import {
  constants,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign as signBytes,
} from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makePair } from './certificates.ts';
import { encode } from './tokens.ts';

export type Algorithm = 'ES256' | 'ES384' | 'RS256' | 'PS256' | 'EdDSA';
export const ALGORITHMS: readonly Algorithm[] = ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA'];

export type Claims = Readonly<Record<string, unknown>>;

export interface Signer {
  readonly alg: Algorithm;
  /** Public key, with kid and alg. */
  readonly jwk: Readonly<Record<string, unknown>>;
  readonly privateJwk: Readonly<Record<string, unknown>>;
  /** Signs a JWT; `header` replaces members of the default header, and undefined removes one. */
  sign(claims: Claims, header?: Claims): string;
}

const PAIRS: Readonly<Record<Algorithm, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: () => generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};

export function makeSigner(alg: Algorithm, kid: string = randomUUID()): Signer {
  const { publicKey, privateKey } = PAIRS[alg]();
  return {
    alg,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
    privateJwk: { ...privateKey.export({ format: 'jwk' }), kid, alg },
    sign(claims, header = {}) {
      const input = `${encode(JSON.stringify({ alg, kid, typ: 'JWT', ...header }))}.${encode(JSON.stringify(claims))}`;
      return `${input}.${signatureOf(alg, Buffer.from(input), privateKey).toString('base64url')}`;
    },
  };
}

function signatureOf(alg: Algorithm, input: Buffer, key: KeyObject): Buffer {
  if (alg === 'EdDSA') return signBytes(null, input, key);
  const hash = alg === 'ES384' ? 'sha384' : 'sha256';
  if (alg === 'ES256' || alg === 'ES384') {
    return signBytes(hash, input, { key, dsaEncoding: 'ieee-p1363' });
  }
  if (alg === 'RS256') return signBytes(hash, input, key);
  return signBytes(hash, input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
}

export const keySetOf = (...signers: readonly Signer[]): string =>
  JSON.stringify({ keys: signers.map(({ jwk }) => jwk) });

/** Returns the claims of a client that signs for itself (rfc7523bis §4). */
export const ownClaims = (clientId: string, audience: string, nowMs: number): Claims => {
  const now = Math.floor(nowMs / 1000);
  return {
    iss: clientId,
    sub: clientId,
    aud: audience,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
  };
};

/** Returns the form of a token request with an assertion. */
export const assertionForm = (assertion: string, more: Readonly<Record<string, string>> = {}) => ({
  grant_type: 'client_credentials',
  scope: 'public_api',
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
  ...more,
});

export interface KeyServer {
  /** URL of the published key set. */
  readonly url: string;
  /** Returns the number of fetches. */
  readonly fetches: () => number;
  /** Publishes another text, or sets another status. */
  publish(text: string, status?: number): void;
  close(): void;
}

/** Starts a server that this process trusts from now on. */
export async function startKeyServer(text: string): Promise<KeyServer> {
  const pair = await makePair(Date.now(), ['127.0.0.1']);
  setDefaultCACertificates([...getCACertificates(), pair.ca]);
  let published = { text, status: 200 };
  let count = 0;
  const server = createServer(pair, (_request, response) => {
    count += 1;
    response.writeHead(published.status, { 'content-type': 'application/json' });
    response.end(published.text);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}/keys`,
    fetches: () => count,
    publish(next, status = 200) {
      published = { text: next, status };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
