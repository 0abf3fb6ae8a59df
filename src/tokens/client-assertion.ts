import { decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose';
import { Type } from 'typebox';
import { Check } from 'typebox/schema';
import { ASSERTION_ALGORITHMS, type VerificationKey } from './client-key-set.ts';

/** Seconds that a client's clock may differ from ours. */
const ASSERTION_SKEW_S = 30;
const MAX_LENGTH = 16_384;
/** Keys without a kid that are tried at most. */
const MAX_TRIES = 5;

/** A JWT that a client proves itself with (RFC 7523 §3), read but not believed. */
export interface ClientAssertion {
  readonly text: string;
  readonly alg: string;
  readonly kid: string | undefined;
  readonly typ: string | undefined;
  readonly issuer: string | undefined;
  readonly subject: string | undefined;
}

/** What a verified assertion says beside whom it is about. */
export interface AssertionClaims {
  readonly jti: string | undefined;
  /** Milliseconds. */
  readonly expiresAt: number;
}

export interface AssertionRules {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  /** Where assertions are sent, which some clients name as audience instead. */
  readonly endpoint?: { readonly url: string; readonly isTaken: boolean };
  /** Whether there may be other audiences beside it. */
  readonly soleAudience: boolean;
  /** Seconds that it may be good for. */
  readonly maxLifeS: number;
}

/** For the log, never for the client. */
export interface RefusedAssertion {
  readonly refused: string;
}

/** Undefined for text that is no signed JWT. */
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

/** The keys that may have made its signature; none when a new one may have been published since. */
export function candidatesFor(
  { alg, kid }: ClientAssertion,
  keys: readonly VerificationKey[],
): readonly VerificationKey[] {
  return keys
    .filter((key) => key.algorithms.includes(alg))
    .filter((key) => kid === undefined || key.kid === undefined || key.kid === kid)
    .slice(0, MAX_TRIES);
}

/** Checks signature, times, and that it says exactly what the rules want. */
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
    return 'refused' in payload ? payload : judge(payload.claims, rules, Math.floor(nowMs / 1000));
  }
  return refuse(candidates.length === 0 ? 'assertion: unknown key' : 'assertion: wrong signature');
}

const isAccepted = (alg: string): boolean => ASSERTION_ALGORITHMS.some((each) => each === alg);

/** Undefined when this is not the key. */
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

function judge(
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
  return { jti, expiresAt: (exp + ASSERTION_SKEW_S) * 1000 };
}

// rfc7523bis §4: an assertion for somebody else too could have been passed on by them.
function isFor(audiences: readonly string[], rules: AssertionRules): boolean {
  const { audience, endpoint, soleAudience } = rules;
  if (soleAudience && audiences.length !== 1) return false;
  if (audiences.includes(audience)) return true;
  return endpoint?.isTaken === true && audiences.includes(endpoint.url);
}

const refuse = (refused: string): RefusedAssertion => ({ refused });

const textOr = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
