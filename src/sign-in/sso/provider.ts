import type { Configuration, CustomFetch } from 'openid-client';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { showUnseen } from '#kernel/unseen.ts';
import { callFailureOf } from '#outbound/call-failure.ts';
import type { Outbound } from '#outbound/outbound.ts';
import { issuerOf } from './connection-item.ts';
import type { SsoTest } from './sso.shapes.ts';

/** The issuer that came back is another: by a slash perhaps, which an admin sees only where both are named. */
export class OtherIssuer extends Error {
  readonly expectedIssuer: string;
  readonly receivedIssuer: string;

  constructor(expected: string, received: string) {
    const receivedIssuer = printableText(received);
    super(`The issuer should be ${expected}, but the identity provider sent ${receivedIssuer}.`);
    this.expectedIssuer = expected;
    this.receivedIssuer = receivedIssuer;
  }
}

/** Returns a text of somebody else's as the audit log and admins may see it. */
export const printableText = (text: string): string => showUnseen(text.slice(0, 200));

/** Values that the response to a sign-in must match. */
export interface ExpectedToken {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Registration {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const LIMITS = { maxBytes: 1_048_576, timeoutMs: 10_000 };
const TIMEOUT_S = 15;

// Imported on first use, so that a start without single sign-on does not pay for it.
const library = () => import('openid-client');

/**
 * How the provider authenticates the person: `silently`, not again when they are signed in there; `anew`, in any case;
 * `fresh`, in any case, and it reports when (OpenID Connect Core §3.1.2.1). The prompt is `login`, because not every
 * provider knows `select_account`.
 */
export type Asking = 'silently' | 'anew' | 'fresh';

const PARAMETERS: Readonly<Record<Asking, Readonly<Record<string, string>>>> = {
  silently: {},
  anew: { prompt: 'login' },
  fresh: { prompt: 'login', max_age: '0' },
};

/**
 * Returns the URL at which the browser signs in: code flow with PKCE, state and nonce.
 * @throws Error when the provider does not answer as it should.
 */
export async function beginSignIn(
  outbound: Outbound,
  registration: Registration,
  redirectUri: string,
  asking: Asking,
): Promise<ExpectedToken & { readonly url: string }> {
  const client = await library();
  const configuration = await discover(outbound, registration);
  const state = client.randomState();
  const nonce = client.randomNonce();
  const verifier = client.randomPKCECodeVerifier();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...PARAMETERS[asking],
  });
  return { state, nonce, verifier, url: url.href };
}

/**
 * Exchanges the code and returns the claims of the ID token. Checks issuer, audience, signature, nonce, state, `iss` of
 * the response (RFC 9207) and times. @throws Error when a check fails.
 */
export async function finishSignIn(
  outbound: Outbound,
  registration: Registration,
  answer: URL,
  expected: ExpectedToken,
): Promise<Readonly<Record<string, unknown>>> {
  const client = await library();
  const configuration = await discover(outbound, registration);
  const { issuer } = configuration.serverMetadata();
  const checks = {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.verifier,
    idTokenExpected: true,
  };
  const tokens = await naming(issuer, client.authorizationCodeGrant(configuration, answer, checks));
  return { ...tokens.claims() };
}

/**
 * Returns the URL at which the browser signs out at the provider, and the state that it returns with (OpenID Connect
 * RP-Initiated Logout 1.0 §2); nothing where the provider announces no such URL. It sends no `id_token_hint`, because
 * the ID token would have to be stored as long as the session. `client_id` names the client instead, so the provider
 * may ask before it ends anything.
 * @throws Error when the provider does not answer as it should.
 */
export async function endSignIn(
  outbound: Outbound,
  registration: Registration,
  signedOutUri: string,
): Promise<{ readonly url?: string; readonly state?: string }> {
  const client = await library();
  const configuration = await discover(outbound, registration);
  if (configuration.serverMetadata().end_session_endpoint === undefined) return {};
  const state = client.randomState();
  const url = client.buildEndSessionUrl(configuration, {
    post_logout_redirect_uri: signedOutUri,
    state,
  });
  return { url: url.href, state };
}

/** A code that no provider issued: a provider that knows the client refuses the code, any other refuses the client. */
const NOBODYS_CODE = 'a-code-that-nobody-was-given';
const NOT_OUR_CLIENT = ['invalid_client', 'unauthorized_client'];

/** Tests whether a provider accepts this client id and secret, without a sign-in (RFC 6749 §5.2). */
export async function tryProvider(
  outbound: Outbound,
  registration: Registration,
  redirectUri: string,
): Promise<SsoTest> {
  const client = await library();
  let configuration: Configuration;
  try {
    configuration = await discover(outbound, registration);
  } catch (error) {
    if (error instanceof OtherIssuer) {
      const { expectedIssuer, receivedIssuer, message } = error;
      return { outcome: 'other-issuer', expectedIssuer, receivedIssuer, detail: message };
    }
    const detail = messagesOf(error).at(-1) ?? '';
    const isBlocked = detail.includes('FORMSTEAD_OUTBOUND_NETWORKS');
    const outcome = isBlocked ? 'address-blocked' : 'unreachable';
    return { outcome, reason: callFailureOf(error), detail };
  }
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: NOBODYS_CODE,
      redirect_uri: redirectUri,
      code_verifier: client.randomPKCECodeVerifier(),
    });
  } catch (cause) {
    const error = providersError(cause);
    if (error === 'invalid_grant') return { outcome: 'works' };
    if (error !== undefined) {
      return { outcome: NOT_OUR_CLIENT.includes(error) ? 'wrong-secret' : 'unclear', error };
    }
    const detail = messagesOf(cause).at(-1) ?? '';
    return { outcome: 'unclear', reason: callFailureOf(cause), detail };
  }
  return { outcome: 'unclear', detail: 'The provider accepted a code that it never issued.' };
}

/** Returns the `error` of a provider's response, if it has the form of a code of RFC 6749; no free text. */
export function providersError(thrown: unknown): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code: unknown = 'error' in error ? error.error : undefined;
    if (typeof code === 'string' && /^[a-z_]{1,60}$/.test(code)) return code;
  }
  return undefined;
}

/** Returns the messages of an error and its causes, the deepest cause last. */
function messagesOf(thrown: unknown): readonly string[] {
  const messages: string[] = [];
  for (let error = thrown; error instanceof Error; error = error.cause) {
    messages.push(error.message.slice(0, 300));
  }
  return messages;
}

async function discover(
  outbound: Outbound,
  { issuer, clientId, clientSecret }: Registration,
): Promise<Configuration> {
  const client = await library();
  // Without the metadata path: for an address with that path, the library accepts any issuer.
  const address = new URL(issuerOf(issuer));
  const configuration = await naming(
    issuer,
    client.discovery(address, clientId, clientSecret, undefined, {
      [client.customFetch]: fetchThrough(outbound),
      timeout: TIMEOUT_S,
    }),
  );
  // OpenID Connect Discovery §4.3. The library makes exceptions, with which every tenant of a provider could sign in.
  const announcedIssuer = configuration.serverMetadata().issuer;
  if (URL.parse(announcedIssuer)?.href !== address.href) {
    throw new OtherIssuer(issuer, announcedIssuer);
  }
  // TLS already authenticates the provider; the signature is checked all the same.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Waits for the library, and names the issuer that came back where it refuses that. @throws OtherIssuer */
async function naming<T>(expected: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (thrown) {
    const received = receivedIssuer(thrown, expected);
    throw received === undefined ? thrown : new OtherIssuer(expected, received);
  }
}

/** Returns the issuer that the library found to be another one. */
function receivedIssuer(thrown: unknown, wanted: string): string | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const received = isObject(error.cause) ? comparedIssuer(error.cause, wanted) : undefined;
    if (typeof received === 'string') return received;
  }
  return undefined;
}

/** Reads what the library compared: of the metadata, the ID token or the response (RFC 9207). */
function comparedIssuer(about: JsonObject, wanted: string): unknown {
  const { attribute, body, claim, claims, expected, parameters } = about;
  if (attribute === 'issuer' && isObject(body)) return body['issuer'];
  if (claim === 'iss' && isObject(claims)) return claims['iss'];
  const isOfResponse = expected === wanted && parameters instanceof URLSearchParams;
  return isOfResponse ? parameters.get('iss') : undefined;
}

/** Calls the provider through the outbound client, because an admin entered its address. */
function fetchThrough(outbound: Outbound): CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : body;
    if (text !== null && text !== undefined && typeof text !== 'string') {
      throw new Error('only text is sent to a provider');
    }
    const answer = await outbound.call(
      url,
      { method, headers, ...(typeof text === 'string' && { body: text }) },
      LIMITS,
    );
    const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, i): [string, string] => [
      answer.rawHeaders[2 * i] ?? '',
      answer.rawHeaders[2 * i + 1] ?? '',
    ]);
    const empty = answer.status === 204 || answer.status === 304;
    const received = empty ? null : withoutNulls(answer.text);
    return new Response(received, { status: answer.status, headers: pairs });
  };
}

/**
 * Removes members that are null from a JSON object. Some providers send `"refresh_token": null` for a token that they
 * don't issue, and the library takes only a text there (RFC 6749 §5.1 has it left out).
 */
function withoutNulls(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text; // not JSON, which the library reports
  }
  if (!isObject(value)) return text;
  return JSON.stringify(
    Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null)),
  );
}
