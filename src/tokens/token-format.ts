import { Type } from 'typebox';
import { Check } from 'typebox/schema';

/** The audience of every token: Formstead's public API. */
export const AUDIENCE = 'urn:formstead:public_api';
/** The only scope. */
export const SCOPE = 'public_api';
/** Lifetime of an access token, in seconds. */
export const TOKEN_LIFETIME_S = 3600;
/** How far the clocks of two nodes may differ, in seconds. */
export const CLOCK_SKEW_S = 120;
/** A longer text is not a token of Formstead. */
export const MAX_TOKEN_LENGTH = 2048;
const MAX_HEADER_LENGTH = 256;

/** RFC 9068 §2.1: marks a JWT as an access token, so that no other JWT is accepted as one. */
export const TOKEN_TYPE = 'at+jwt';
export const SIGNATURE_ALGORITHM = 'ES256';
export const KEY_MANAGEMENT = 'dir';
export const CONTENT_ENCRYPTION = 'A256GCM';

/** The user and the credential that a token is issued for. */
export interface TokenSubject {
  readonly accountId: string;
  /** The user that the credential acts as. */
  readonly userId: string;
  /** The client_id. */
  readonly credentialId: string;
  /** Undefined for a client that authenticated with a signed assertion. */
  readonly secretId?: string | undefined;
  /** `credentials.version` and `users.stamp` at issue: the token is invalid once either has increased. */
  readonly credentialVersion: number;
  readonly userStamp: number;
}

/** The claims of a verified token; whether they still hold is checked against the storage. */
export interface TokenClaims extends TokenSubject {
  /** jti */
  readonly tokenId: string;
  /** Seconds since the epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly signingKid: string;
  readonly encryptionKid: string;
}

/** Returns the header of the outer JWE; RFC 7519 §5.2 requires `cty` for a nested token. */
function jweHeader(kid: string) {
  return {
    alg: KEY_MANAGEMENT,
    enc: CONTENT_ENCRYPTION,
    kid,
    typ: TOKEN_TYPE,
    cty: 'JWT',
  } as const;
}

/** Returns the header of the inner JWS. */
function jwsHeader(kid: string) {
  return { alg: SIGNATURE_ALGORITHM, typ: TOKEN_TYPE, kid } as const;
}

/** Returns the first part of every token encrypted with this key, byte for byte. */
export function jweHeaderText(kid: string): string {
  return encode(jweHeader(kid));
}

/** Returns the first part of every inner JWS signed with this key, byte for byte. */
export function jwsHeaderText(kid: string): string {
  return encode(jwsHeader(kid));
}

/**
 * Returns the kid of a header that is, byte for byte, what Formstead writes for that kid; undefined for any other
 * algorithm, `zip`, `crit`, an embedded key, another order or another spelling.
 */
export function kidOfHeader(use: 'sig' | 'enc', header: string): string | undefined {
  if (header.length > MAX_HEADER_LENGTH) return undefined;
  const kid = /"kid":"([a-z0-9-]+)"/.exec(Buffer.from(header, 'base64url').toString())?.[1];
  if (kid === undefined) return undefined;
  return (use === 'enc' ? jweHeaderText(kid) : jwsHeaderText(kid)) === header ? kid : undefined;
}

function encode(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString('base64url');
}

/** Returns the claims of RFC 9068 §2.2, `act` (RFC 8693 §4.1) and Formstead's own: account, sid, cv, sv. */
export function toPayload(subject: TokenSubject, issuer: string, tokenId: string, nowS: number) {
  return {
    iss: issuer,
    aud: AUDIENCE,
    sub: subject.userId,
    client_id: subject.credentialId,
    scope: SCOPE,
    iat: nowS,
    exp: nowS + TOKEN_LIFETIME_S,
    jti: tokenId,
    account: subject.accountId,
    act: { sub: subject.credentialId },
    ...(subject.secretId !== undefined && { sid: subject.secretId }),
    cv: subject.credentialVersion,
    sv: subject.userStamp,
  };
}

const Payload = Type.Object(
  {
    iss: Type.String(),
    aud: Type.Literal(AUDIENCE),
    sub: Type.String({ minLength: 1 }),
    client_id: Type.String({ minLength: 1 }),
    scope: Type.Literal(SCOPE),
    iat: Type.Integer(),
    exp: Type.Integer(),
    jti: Type.String({ minLength: 1 }),
    account: Type.String({ minLength: 1 }),
    act: Type.Object({ sub: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    sid: Type.Optional(Type.String({ minLength: 1 })),
    cv: Type.Integer(),
    sv: Type.Integer(),
  },
  { additionalProperties: false },
);

/** Returns the claims of a verified payload; undefined if it does not have the shape that Formstead issues. */
export function fromPayload(
  payload: unknown,
  kids: Pick<TokenClaims, 'signingKid' | 'encryptionKid'>,
): TokenClaims | undefined {
  if (!Check(Payload, payload)) return undefined;
  if (payload.exp !== payload.iat + TOKEN_LIFETIME_S) return undefined;
  if (payload.act.sub !== payload.client_id) return undefined;
  return {
    accountId: payload.account,
    userId: payload.sub,
    credentialId: payload.client_id,
    secretId: payload.sid,
    credentialVersion: payload.cv,
    userStamp: payload.sv,
    tokenId: payload.jti,
    issuedAt: payload.iat,
    expiresAt: payload.exp,
    ...kids,
  };
}
