import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { ASSERTION_ALGORITHMS, type VerificationKey } from './client-key-set.ts';

/** How far a client's clock may differ, in seconds. */
const ASSERTION_SKEW_S = 30;
const MAX_LENGTH = 16_384;
/** The most keys that are tried, if none has a matching kid. */
const MAX_TRIES = 5;

/** A JWT with which a client authenticates (RFC 7523 §3), decoded but not verified. */
export interface ClientAssertion {
  readonly text: string;
  readonly alg: string;
  readonly kid: string | undefined;
  readonly typ: string | undefined;
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
}

/** Claims of a verified assertion, other than those that identify the client. */
export interface AssertionClaims {
  readonly jti: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export interface AssertionRules {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  /** The endpoint that receives assertions, which some clients name as audience instead. */
  readonly endpoint?: { readonly url: string; readonly isTaken: boolean };
  /** Whether `aud` may name no other audience, and none twice. */
  readonly noOtherAudience: boolean;
  /** The longest lifetime, in seconds. */
  readonly maxLifeS: number;
}

/** The reason for a refusal, for the log and never for the client. */
export interface RefusedAssertion {
  readonly refused: string;
}

/** Decodes an assertion; returns undefined for text that is not a signed JWT. */
export function readAssertion(text: string): ClientAssertion | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    const { alg, kid, typ } = decodeProtectedHeader(text);
    const { iss, sub } = decodeJwt(text);
    if (typeof alg !== 'string') return undefined;
    return {
      text,
      alg,
      kid: textOr(kid),
      typ: textOr(typ),
      issuer: textOr(iss),
      subject: textOr(sub),
    };
  } catch {
    return undefined;
  }
}

/**
 * Returns the keys that may have signed the assertion. If there is none, the client may have published a new key since.
 */
export function candidatesFor(
  { alg, kid }: ClientAssertion,
  keys: readonly VerificationKey[],
): readonly VerificationKey[] {
  return keys
    .filter((key) => key.algorithms.includes(alg))
    .filter((key) => kid === undefined || key.kid === undefined || key.kid === kid)
    .slice(0, MAX_TRIES);
}

/** Verifies the signature and times, and that the claims match the rules. */
export async function verifyAssertion(
  assertion: ClientAssertion,
  candidates: readonly VerificationKey[],
  rules: AssertionRules,
  nowMs: number,
): Promise<AssertionClaims | RefusedAssertion> {
  if (!isAccepted(assertion.alg)) return refuse('assertion: algorithm');
  for (const candidate of candidates) {
    const payload = await open(assertion, candidate, nowMs);
    if (payload === undefined) continue;
    return 'refused' in payload
      ? payload
      : checkClaims(payload.claims, rules, Math.floor(nowMs / 1000));
  }
  return refuse(candidates.length === 0 ? 'assertion: unknown key' : 'assertion: wrong signature');
}

const isAccepted = (alg: string): boolean => ASSERTION_ALGORITHMS.some((each) => each === alg);

/** Returns undefined when another key made the signature. */
async function open(
  { text, alg }: ClientAssertion,
  { key }: VerificationKey,
  nowMs: number,
): Promise<{ readonly claims: unknown } | RefusedAssertion | undefined> {
  try {
    const { payload } = await jwtVerify(text, key, {
      algorithms: [alg],
      clockTolerance: ASSERTION_SKEW_S,
      currentDate: new Date(nowMs),
    });
    return { claims: payload };
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    if (error instanceof errors.JWTExpired) return refuse('assertion: expired');
    const what = error instanceof errors.JOSEError ? error.code : 'malformed';
    return refuse(`assertion: ${what}`);
  }
}

const Claims = Type.Object({
  iss: Type.String(),
  sub: Type.String(),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  exp: Type.Number(),
  iat: Type.Optional(Type.Number()),
  jti: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
});

function checkClaims(
  claims: unknown,
  rules: AssertionRules,
  now: number,
): AssertionClaims | RefusedAssertion {
  if (!Check(Claims, claims)) return refuse('assertion: a claim is missing or of a wrong type');
  const { iss, sub, aud, exp, iat = now, jti } = claims;
  if (iss !== rules.issuer) return refuse('assertion: issuer');
  if (sub !== rules.subject) return refuse('assertion: subject');
  const audiences = [aud].flat();
  if (!isFor(audiences, rules)) {
    const isOurs = audiences.length === 1 && audiences[0] === rules.endpoint?.url;
    return refuse(isOurs ? 'assertion: audience is the token endpoint' : 'assertion: audience');
  }
  if (iat > now + ASSERTION_SKEW_S) return refuse('assertion: issued in the future');
  const longest = rules.maxLifeS + ASSERTION_SKEW_S;
  if (exp - now > longest || exp - iat > longest) {
    return refuse(`assertion: life over ${rules.maxLifeS} s`);
  }
  // `exp` may have a fraction (RFC 7519 §2).
  return { jti, expiresAt: Math.ceil((exp + ASSERTION_SKEW_S) * 1000) };
}

// rfc7523bis §4: an assertion that also names another audience could have been forwarded by that audience.
function isFor(audiences: readonly string[], rules: AssertionRules): boolean {
  const { audience, endpoint, noOtherAudience } = rules;
  const taken = endpoint?.isTaken ? [audience, endpoint.url] : [audience];
  const named = taken.filter((each) => audiences.includes(each));
  return named.length > 0 && (!noOtherAudience || named.length === audiences.length);
}

const refuse = (refused: string): RefusedAssertion => ({ refused });

const textOr = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
