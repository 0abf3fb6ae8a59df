import { compactDecrypt, errors, jwtVerify } from 'jose';
import { type AppError, fail } from '#kernel/errors.ts';
import type { EncryptionKey, KeyRing, KeySet, KeyUse, SigningKey } from './key-set.ts';
import {
  AUDIENCE,
  CLOCK_SKEW_S,
  CONTENT_ENCRYPTION,
  fromPayload,
  KEY_MANAGEMENT,
  kidOfHeader,
  MAX_TOKEN_LENGTH,
  SIGNATURE_ALGORITHM,
  TOKEN_LIFETIME_S,
  TOKEN_TYPE,
  type TokenClaims,
} from './token-format.ts';

function invalidToken(cause?: unknown): AppError {
  return fail('token-invalid', 'The access token is not valid.', { cause });
}

export function expiredToken(cause?: unknown): AppError {
  return fail('token-expired', 'The access token expired.', { cause });
}

/**
 * Returns the protected header of a text that may be a token of Formstead.
 * @throws AppError `token-invalid`
 */
export function protectedHeaderIn(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) throw invalidToken('too long');
  const first = token.indexOf('.');
  const third = token.indexOf('.', first + 2);
  const fourth = third === -1 ? -1 : token.indexOf('.', third + 1);
  const hasFive = first !== -1 && fourth !== -1 && !token.includes('.', fourth + 1);
  // With `dir` there is no encrypted key: the second part is empty (RFC 7518 §4.5).
  if (!hasFive || token.charAt(first + 1) !== '.') throw invalidToken('not five parts');
  return token.slice(0, first);
}

/**
 * Returns the key of a token with this protected header. The header must be, byte for byte, one that Formstead writes,
 * which rules out algorithm confusion, `zip`, `crit` and foreign keys before any cryptography.
 * @throws AppError `token-invalid`
 */
export function findDecryptionKey(ring: KeyRing, header: string): Promise<EncryptionKey> {
  return find(ring, 'enc', header, (keys) => keys.decrypting.get(header));
}

/** Opens both layers with pinned algorithms and checks every claim. The caller checks `exp` to the second. */
export async function openToken(
  token: string,
  decryption: EncryptionKey,
  context: { readonly ring: KeyRing; readonly issuer: string; readonly nowMs: number },
): Promise<TokenClaims> {
  if (!isCanonical(token)) throw invalidToken('spare bits are set');
  const inner = await decrypt(token, decryption);
  const header = inner.toString('latin1').split('.', 1)[0] ?? '';
  const signing = await find(context.ring, 'sig', header, (keys) => keys.verifying.get(header));
  const payload = await verifySignature(inner, signing, context);
  const kids = { signingKid: signing.kid, encryptionKid: decryption.kid };
  const claims = fromPayload(payload, kids);
  if (!claims) throw invalidToken('the claims are not of our shape');
  return claims;
}

async function find<K>(
  ring: KeyRing,
  use: KeyUse,
  header: string,
  lookUp: (keys: KeySet) => K | undefined,
): Promise<K> {
  const known = lookUp(await ring.current());
  if (known) return known;
  // Another node may have rotated the keys. The storage is read only if nothing but the kid is unknown.
  if (kidOfHeader(use, header) === undefined) throw invalidToken('not a header of ours');
  const found = lookUp(await ring.refresh());
  if (!found) throw invalidToken('unknown kid');
  return found;
}

// Base64url can spell the same bytes in several ways (spare bits of the last character). A token must have only one
// spelling, because the cache identifies it by its digest.
function isCanonical(token: string): boolean {
  return token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

async function decrypt(token: string, { key }: EncryptionKey): Promise<Buffer> {
  try {
    const { plaintext } = await compactDecrypt(token, key, {
      keyManagementAlgorithms: [KEY_MANAGEMENT],
      contentEncryptionAlgorithms: [CONTENT_ENCRYPTION],
    });
    return Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength);
  } catch (cause) {
    throw invalidToken(cause);
  }
}

async function verifySignature(
  inner: Uint8Array,
  { publicKey }: SigningKey,
  { issuer, nowMs }: { readonly issuer: string; readonly nowMs: number },
): Promise<unknown> {
  try {
    const { payload } = await jwtVerify(inner, publicKey, {
      algorithms: [SIGNATURE_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer,
      audience: AUDIENCE,
      maxTokenAge: TOKEN_LIFETIME_S,
      // Applies to iat and nbf from a node whose clock is ahead; the caller checks exp to the second.
      clockTolerance: CLOCK_SKEW_S,
      currentDate: new Date(nowMs),
    });
    return payload;
  } catch (cause) {
    throw cause instanceof errors.JWTExpired ? expiredToken(cause) : invalidToken(cause);
  }
}
