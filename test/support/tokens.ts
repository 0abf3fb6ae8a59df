// Keys and tokens for tests, made with node:crypto alone, independent of jose.
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { systemRandom } from '#kernel/ids.ts';
import {
  createKeySet,
  generateKeyMaterial,
  importEncryptionKey,
  importSigningKey,
  type KeyRing,
  type TokenSubject,
} from '#tokens/tokens.ts';

/** One key of each use, with its unencrypted secret. */
export interface TestKeys {
  readonly signingKid: string;
  readonly encryptionKid: string;
  /** PKCS #8, DER. */
  readonly signingSecret: Buffer;
  readonly encryptionSecret: Buffer;
  readonly ring: KeyRing;
}

export function makeTestKeys(tail = 'a1b2'): TestKeys {
  const signingKid = `s-2026-11-${tail}`;
  const encryptionKid = `e-2026-11-${tail}`;
  const signingSecret = generateKeyMaterial('sig', systemRandom).secret;
  const encryptionSecret = generateKeyMaterial('enc', systemRandom).secret;
  const set = createKeySet({
    signing: [importSigningKey(signingKid, signingSecret)],
    encryption: [importEncryptionKey(encryptionKid, encryptionSecret)],
  });
  const ring: KeyRing = {
    current: async () => set,
    refresh: async () => set,
    countUse: async () => undefined,
  };
  return { signingKid, encryptionKid, signingSecret, encryptionSecret, ring };
}

export const SUBJECT: TokenSubject = {
  accountId: 'account-1',
  userId: 'user-1',
  credentialId: 'acme-credential-1',
  secretId: 'secret-1',
  credentialVersion: 3,
  userStamp: 7,
};

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const privateKeyOf = (keys: TestKeys) =>
  createPrivateKey({ key: keys.signingSecret, format: 'der', type: 'pkcs8' });

export const publicKeyOf = (keys: TestKeys) => createPublicKey(privateKeyOf(keys));

/** Returns a JWS in compact form with ES256 (RFC 7515 §3.1). */
export function signRaw(keys: TestKeys, header: unknown, payload: unknown): string {
  const input = `${encode(header)}.${encode(payload)}`;
  const key = { key: privateKeyOf(keys), dsaEncoding: 'ieee-p1363' } as const;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

/** Returns a JWE in compact form with `dir` and A256GCM (RFC 7516 §5.1). */
export function encryptRaw(keys: TestKeys, header: unknown, plaintext: string | Buffer): string {
  const protectedHeader = encode(header);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keys.encryptionSecret, iv);
  cipher.setAAD(Buffer.from(protectedHeader, 'ascii'));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const parts = [iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [protectedHeader, '', ...parts].join('.');
}

export interface OpenedToken {
  readonly jweHeader: unknown;
  readonly jwsHeader: unknown;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Opens both layers, and checks tag and signature. @throws if either is wrong */
export function openRaw(keys: TestKeys, token: string): OpenedToken {
  const [header = '', encryptedKey, iv = '', ciphertext = '', tag = ''] = token.split('.');
  if (encryptedKey !== '') throw new Error('dir has no encrypted key');
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keys.encryptionSecret, bytes(iv));
  decipher.setAAD(Buffer.from(header, 'ascii')).setAuthTag(bytes(tag));
  const jws = Buffer.concat([decipher.update(bytes(ciphertext)), decipher.final()]).toString();
  const [jwsHeader = '', payload = '', signature = ''] = jws.split('.');
  const key = { key: publicKeyOf(keys), dsaEncoding: 'ieee-p1363' } as const;
  const input = Buffer.from(`${jwsHeader}.${payload}`);
  if (!verify('sha256', input, key, bytes(signature))) throw new Error('wrong signature');
  const json = (text: string) => JSON.parse(bytes(text).toString());
  return { jweHeader: json(header), jwsHeader: json(jwsHeader), payload: json(payload) };
}
