import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { keySetText, parseKeySet } from '#tokens/tokens.ts';
import type { ClientKeysRow } from './client-keys.store.ts';

/** The public keys of a signer: a key set stored in Formstead (RFC 7517), or its address. */
export type KeySource = { readonly jwks: string } | { readonly jwksUrl: string };

/** The signature that authenticates a client. */
export type ClientKeys =
  /** The client's own (RFC 7523). */
  | {
      readonly kind: 'private-key-jwt';
      readonly source: KeySource;
      /**
       * Whether the client may name the token endpoint as audience (RFC 7523 §3) and sign for ten minutes; otherwise it
       * must name the issuer, and sign for one minute at most (rfc7523bis §4).
       */
      readonly tokenEndpointAudience?: boolean;
    }
  /** The signature of an issuer that knows the client by another name, for instance as a workload identity. */
  | {
      readonly kind: 'federated-identity';
      readonly issuer: string;
      readonly subject: string;
      readonly audience: string;
      readonly source: { readonly jwksUrl: string };
    };

const LONGEST_URL = 2048;
const LONGEST_CLAIM = 500;

/** Returns the keys in the form in which they are stored. @throws AppError `invalid-value`. */
export function checkClientKeys(keys: ClientKeys): ClientKeys {
  if (keys.kind === 'private-key-jwt') return { ...keys, source: checkSource(keys.source) };
  const { kind, issuer, subject, audience, source } = keys;
  requireClaim(issuer, 'issuer');
  requireClaim(subject, 'subject');
  requireClaim(audience, 'audience');
  return { kind, issuer, subject, audience, source: { jwksUrl: checkUrl(source.jwksUrl) } };
}

/** Replaces the keys by new ones. @throws AppError `invalid-value`. */
export function replaceSource(keys: ClientKeys, source: KeySource): ClientKeys {
  if (keys.kind === 'private-key-jwt') return { ...keys, source: checkSource(source) };
  if ('jwksUrl' in source) return { ...keys, source: { jwksUrl: checkUrl(source.jwksUrl) } };
  throw fail('invalid-value', 'The keys of an issuer must come from an address. Send jwksUrl.', {
    because: { reason: 'issuer-needs-address' },
    at: 'keys',
  });
}

/** Tells whether every previous key is kept, so that no token must end. */
export function keepsAllKeys(before: KeySource, after: KeySource): boolean {
  if ('jwksUrl' in before) return 'jwksUrl' in after && after.jwksUrl === before.jwksUrl;
  if ('jwksUrl' in after) return false;
  const kept = new Set(parseKeySet(after.jwks).map(({ jwk }) => jwk));
  return parseKeySet(before.jwks).every(({ jwk }) => kept.has(jwk));
}

export function toKeysRow(keys: ClientKeys) {
  const federated = keys.kind === 'federated-identity' ? keys : undefined;
  return {
    issuer: federated?.issuer ?? null,
    subject: federated?.subject ?? null,
    audience: federated?.audience ?? null,
    ...toSourceColumns(keys.source),
  };
}

export const toSourceColumns = (source: KeySource) => ({
  jwks: 'jwks' in source ? source.jwks : null,
  jwks_url: 'jwksUrl' in source ? source.jwksUrl : null,
});

export function fromKeysRow(row: ClientKeysRow): ClientKeys | undefined {
  const { issuer, subject, audience, jwks, jwks_url: jwksUrl } = row;
  const tokenEndpointAudience = row.token_endpoint_audience === 1;
  if (issuer !== null && subject !== null && audience !== null && jwksUrl !== null) {
    return { kind: 'federated-identity', issuer, subject, audience, source: { jwksUrl } };
  }
  if (jwksUrl === null && jwks === null) return undefined;
  const source = jwksUrl === null ? { jwks: jwks ?? '' } : { jwksUrl };
  return { kind: 'private-key-jwt', source, tokenEndpointAudience };
}

function checkSource(source: KeySource): KeySource {
  if ('jwksUrl' in source) return { jwksUrl: checkUrl(source.jwksUrl) };
  return { jwks: keySetText(parseKeySet(source.jwks)) };
}

// Allowed networks are checked at each call, because a name may later resolve to another address.
function checkUrl(text: string): string {
  const url = text.length <= LONGEST_URL && isStorable(text) ? URL.parse(text) : null;
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (url && isPlain && url.hash === '') return url.href;
  throw fail(
    'invalid-value',
    `The address of a key set must be an https URL of at most ${LONGEST_URL} characters, without a user name, password or fragment.`,
    { at: 'jwksUrl', because: { reason: 'key-address', limit: LONGEST_URL } },
  );
}

function requireClaim(text: string, at: 'issuer' | 'subject' | 'audience'): void {
  if (text.trim() !== '' && text.length <= LONGEST_CLAIM && isStorable(text)) return;
  throw fail('invalid-value', `The ${at} must have 1 to ${LONGEST_CLAIM} characters.`, {
    at,
    because: { reason: 'length', min: 1, limit: LONGEST_CLAIM },
  });
}
