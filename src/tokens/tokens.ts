// Access tokens: signed (ES256, RFC 9068), then encrypted (dir, A256GCM). Only this folder imports jose. It knows the
// format of a token and the keys that it is given, but not where keys are stored or who may have a token. Whether a
// token is still valid is checked against the storage on every request (credentials/).
import { hash } from 'node:crypto';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { createClaimsCache } from './claims-cache.ts';
import type { EncryptionKey, KeyRing, KeySet } from './key-set.ts';
import { expiredToken, findDecryptionKey, openToken, protectedHeaderIn } from './open-token.ts';
import {
  TOKEN_LIFETIME_S,
  type TokenClaims,
  type TokenSubject,
  toPayload,
} from './token-format.ts';
import { createTokenWriter, type WriteToken } from './token-writer.ts';

export {
  type AssertionClaims,
  type AssertionRules,
  type ClientAssertion,
  candidatesFor,
  type RefusedAssertion,
  readAssertion,
  verifyAssertion,
} from './client-assertion.ts';
export {
  ASSERTION_ALGORITHMS,
  keySetText,
  parseKeySet,
  readKeySet,
  type VerificationKey,
} from './client-key-set.ts';
export type { KeyMaterial, PublicJwk } from './key-material.ts';
export {
  generateKeyMaterial,
  importEncryptionKey,
  importSigningKey,
  parsePublicJwk,
} from './key-material.ts';
export type { EncryptionKey, KeyRing, KeySet, KeyUse, SigningKey } from './key-set.ts';
export { createKeySet } from './key-set.ts';
export type { TokenClaims, TokenSubject } from './token-format.ts';
export {
  AUDIENCE as TOKEN_AUDIENCE,
  CLOCK_SKEW_S,
  SCOPE,
  TOKEN_LIFETIME_S,
} from './token-format.ts';

export interface IssuedToken {
  readonly token: string;
  /** jti */
  readonly tokenId: string;
  /** In seconds. */
  readonly expiresIn: number;
}

export interface Tokens {
  issue(subject: TokenSubject): Promise<IssuedToken>;
  /**
   * Returns the claims of a token after checking its signature, times and audience. The caller must check on every
   * request, against the storage, whether the token is still valid.
   * @throws AppError `token-invalid`, `token-expired`
   */
  verify(token: string): Promise<TokenClaims>;
}

export interface TokensDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The `iss` claim: the URL of the authorisation server. */
  readonly issuer: string;
  readonly ring: KeyRing;
}

/** With a longer issuer, a token would exceed the length that every node accepts. */
const MAX_ISSUER_LENGTH = 256;
/** The longest time for which this node issues tokens with a key that another node has revoked. */
const MAX_KEY_AGE_MS = 1000;

export function createTokens(deps: TokensDeps): Tokens {
  const { issuer } = deps;
  if (issuer.length > MAX_ISSUER_LENGTH) {
    throw new Error(`The issuer URL is longer than ${MAX_ISSUER_LENGTH} characters: ${issuer}`);
  }
  return { issue: createIssue(deps), verify: createVerify(deps) };
}

function createIssue({ clock, ids, issuer, ring }: TokensDeps): Tokens['issue'] {
  const writerOf = writers();
  return async (subject) => {
    const keys = await ring.current(MAX_KEY_AGE_MS);
    await ring.countUse(keys.encryption.kid);
    const tokenId = ids.next();
    const payload = toPayload(subject, issuer, tokenId, Math.floor(clock.now() / 1000));
    const token = await writerOf(keys)(payload);
    return { token, tokenId, expiresIn: TOKEN_LIFETIME_S };
  };
}

/** Returns a writer, the same one while the keys stay the same. A replaced writer ends after its last token. */
function writers(): (keys: KeySet) => WriteToken {
  let last: { readonly keys: KeySet; readonly write: WriteToken } | undefined;
  return (keys) => {
    const isSame = last?.keys.signing === keys.signing && last.keys.encryption === keys.encryption;
    if (!last || !isSame) last = { keys, write: createTokenWriter(keys) };
    return last.write;
  };
}

/** Does cheap checks before expensive ones: length, parts, header, cache, and only then cryptography. */
function createVerify({ clock, issuer, ring }: TokensDeps): Tokens['verify'] {
  const cache = createClaimsCache(clock);
  const opening = new Map<string, Promise<TokenClaims>>();

  const open = async (token: string, key: EncryptionKey, digest: string): Promise<TokenClaims> => {
    const claims = await openToken(token, key, { ring, issuer, nowMs: clock.now() });
    cache.set(digest, claims);
    return claims;
  };
  // A client that starts with many requests at once has its token opened only once.
  const openOnce = async (token: string, key: EncryptionKey): Promise<TokenClaims> => {
    const digest = hash('sha256', token, 'base64url');
    const known = cache.get(digest);
    if (known) return known;
    const underWay = opening.get(digest);
    if (underWay !== undefined) return underWay;
    const started = open(token, key, digest).finally(() => opening.delete(digest));
    opening.set(digest, started);
    return started;
  };
  return async (token) => {
    const key = await findDecryptionKey(ring, protectedHeaderIn(token));
    const claims = await openOnce(token, key);
    if (clock.now() >= claims.expiresAt * 1000) throw expiredToken();
    return claims;
  };
}
