import { createPublicKey, type KeyObject } from 'node:crypto';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Because, fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';

/** Signature algorithms of client assertions; no symmetric ones, and not `none`. */
export const ASSERTION_ALGORITHMS = [
  'ES256',
  'ES384',
  'PS256',
  'RS256',
  'EdDSA',
  'Ed25519',
] as const;

/** A public key that verifies assertions. */
export interface VerificationKey {
  readonly kid: string | undefined;
  /** The algorithms that the key may be used with. */
  readonly algorithms: readonly string[];
  readonly key: KeyObject;
  /** The public members as JSON, always in the same order. */
  readonly jwk: string;
}

const MAX_TEXT = 65_536;
const MAX_REGISTERED_KEYS = 20;
/** Issuers publish the keys of all their products in one set. */
const MAX_PUBLISHED_KEYS = 200;
const MIN_RSA_BITS = 2048;
/** Members that only private or symmetric keys have (RFC 7518 §6). */
const SECRET_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

const KeySet = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) });
const KeyFacts = Type.Object({
  kid: Type.Optional(Type.String({ maxLength: 512 })),
  use: Type.Optional(Type.Literal('sig')),
  alg: Type.Optional(Type.String()),
});

/**
 * Parses a key set (RFC 7517 §5) that a user registers; every key must be usable.
 * @throws AppError `invalid-value` that says which key is unusable and why
 */
export function parseKeySet(text: string): readonly VerificationKey[] {
  const refuse = (detail: string, because: Because, cause?: unknown) =>
    fail('invalid-value', detail, { at: 'jwks', because, cause });
  if (text.length > MAX_TEXT) {
    const because = { reason: 'too-long', limit: MAX_TEXT } as const;
    throw refuse(`The key set is longer than ${MAX_TEXT} characters.`, because);
  }
  let keys: readonly Jwk[];
  try {
    keys = keysIn(text);
  } catch (cause) {
    const because = { reason: 'key-set-syntax' } as const;
    throw refuse(
      'The key set must be JSON of the form {"keys": [ ... ]} (RFC 7517).',
      because,
      cause,
    );
  }
  if (keys.length === 0 || keys.length > MAX_REGISTERED_KEYS) {
    const because = { reason: 'item-count', min: 1, limit: MAX_REGISTERED_KEYS } as const;
    throw refuse(`The key set must contain 1 to ${MAX_REGISTERED_KEYS} keys.`, because);
  }
  return keys.map((jwk, i) => {
    const read = readKey(jwk);
    if ('fault' in read)
      throw refuse(`Key ${i + 1} of the set ${read.fault}`, {
        reason: 'key-unusable',
        number: i + 1,
      });
    return read;
  });
}

/**
 * Parses a key set that an issuer publishes; skips keys that can't be used here (RFC 7517 §5).
 * @throws Error when it is not a key set, or no key can be used
 */
export function readKeySet(text: string): readonly VerificationKey[] {
  const usable = keysIn(text)
    .slice(0, MAX_PUBLISHED_KEYS)
    .map(readKey)
    .flatMap((read) => ('fault' in read ? [] : [read]));
  if (usable.length === 0) throw new Error('the key set holds no key that can be used');
  return usable;
}

/** Returns the key set in the form in which it is stored. */
export const keySetText = (keys: readonly VerificationKey[]): string =>
  `{"keys":[${keys.map(({ jwk }) => jwk).join(',')}]}`;

type Jwk = Readonly<Record<string, unknown>>;

function keysIn(text: string): readonly Jwk[] {
  const set: unknown = JSON.parse(text);
  if (!Check(KeySet, set)) throw new Error('not a key set');
  return set.keys;
}

function readKey(jwk: Jwk): VerificationKey | { readonly fault: string } {
  if (SECRET_MEMBERS.some((name) => Object.hasOwn(jwk, name))) {
    return { fault: 'holds a private key. Register the public half, and replace the key pair.' };
  }
  if (!Check(KeyFacts, jwk) || !isStorable(jwk.kid ?? '')) {
    return { fault: 'is not for signatures: leave out `use`, or say "sig".' };
  }
  const shape = shapeOf(jwk);
  if (!shape) {
    return {
      fault: 'has a kind that is not accepted: use RSA, EC (P-256, P-384) or OKP (Ed25519).',
    };
  }
  const { alg, kid } = jwk;
  if (alg !== undefined && !shape.algorithms.includes(alg)) {
    return { fault: `has an \`alg\` that is not accepted: use ${shape.algorithms.join(' or ')}.` };
  }
  const key = importKey(shape.members);
  if (!key) return { fault: `is not a valid ${shape.members['kty']} key.` };
  if ((key.asymmetricKeyDetails?.modulusLength ?? MIN_RSA_BITS) < MIN_RSA_BITS) {
    return { fault: `is shorter than ${MIN_RSA_BITS} bits.` };
  }
  const named = { ...(kid !== undefined && { kid }), ...(alg !== undefined && { alg }) };
  const algorithms = shape.algorithms.filter((each) => alg === undefined || isSame(each, alg));
  return { kid, algorithms, key, jwk: JSON.stringify({ ...shape.members, ...named }) };
}

/** EdDSA is the older name of Ed25519, the only accepted curve of that kind. */
const isSame = (a: string, b: string): boolean =>
  a === b || (ED25519.includes(a) && ED25519.includes(b));
const ED25519: readonly string[] = ['EdDSA', 'Ed25519'];

interface Shape {
  readonly algorithms: readonly string[];
  /** Only the public members, always in the same order. */
  readonly members: Readonly<Record<string, string>>;
}

function shapeOf(jwk: Jwk): Shape | undefined {
  const members = (...names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(names.map((name) => [name, String(jwk[name] ?? '')]));
  const { kty, crv } = members('kty', 'crv');
  if (kty === 'RSA') return { algorithms: ['RS256', 'PS256'], members: members('kty', 'n', 'e') };
  if (kty === 'EC' && (crv === 'P-256' || crv === 'P-384')) {
    const algorithms = [crv === 'P-256' ? 'ES256' : 'ES384'];
    return { algorithms, members: members('kty', 'crv', 'x', 'y') };
  }
  if (kty === 'OKP' && crv === 'Ed25519') {
    return { algorithms: ED25519, members: members('kty', 'crv', 'x') };
  }
  return undefined;
}

function importKey(members: Readonly<Record<string, string>>): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...members }, format: 'jwk' });
  } catch {
    return undefined;
  }
}
