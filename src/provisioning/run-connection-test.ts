import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import { isObject, type JsonValue, member } from '#kernel/json.ts';
import { callFailureOf } from '#outbound/call-failure.ts';
import { type Called, callService, type ServiceCall } from './call-service.ts';
import type { ConnectionTest, ConnectionTestStep, StepFault } from './provisioning.shapes.ts';

export interface TestTarget {
  /** The setting `base_url`. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly caFile: string | undefined;
}

export type TestCredentials =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string };

interface Deps {
  readonly clock: Clock;
  readonly ids: Ids;
}

interface Expectation {
  readonly name: string;
  readonly path: string;
  /** Returns what is wrong with the response; undefined when it is as expected. */
  readonly fault: (body: JsonValue) => string | undefined;
  readonly success: string;
}

const totalOf = (body: JsonValue): JsonValue | undefined =>
  isObject(body) ? member(body, 'totalResults') : undefined;

/** Returns the requests that Entra, Okta and other identity providers send before they send users. */
const expectations = (nobody: string): readonly Expectation[] => [
  {
    name: 'Features',
    path: '/scim/v2/ServiceProviderConfig',
    fault: (body) =>
      isObject(body) && isObject(member(body, 'patch'))
        ? undefined
        : 'The answer is not a SCIM service provider configuration.',
    success: 'The identity provider can read the supported features.',
  },
  {
    name: 'Search for a user that does not exist',
    path: `/scim/v2/Users?filter=${encodeURIComponent(`userName eq "${nobody}"`)}`,
    fault: (body) =>
      totalOf(body) === 0 ? undefined : 'The answer must be an empty list with totalResults 0.',
    success: 'The search for an unknown user returns an empty list, as identity providers expect.',
  },
  {
    name: 'List groups',
    path: '/scim/v2/Groups?count=1',
    fault: (body) =>
      typeof totalOf(body) === 'number'
        ? undefined
        : 'The answer must be a list with totalResults.',
    success: 'Groups can be listed.',
  },
];

/** Sends the first requests of an identity provider, step by step, until one fails. */
export async function runConnectionTest(
  deps: Deps,
  target: TestTarget,
  credentials: TestCredentials,
): Promise<ConnectionTest> {
  const steps: ConnectionTestStep[] = [];
  const run = async (call: ServiceCall, shown: Shown): Promise<JsonValue | undefined> => {
    const begun = deps.clock.now();
    const outcome = await attempt(call, target.caFile, shown);
    steps.push({ ...outcome.step, ms: deps.clock.now() - begun });
    return outcome.step.ok ? outcome.body : undefined;
  };
  const token = await tokenFor(target, credentials, run);
  if (token === undefined) return { ok: false, steps };
  for (const { name, path, fault, success } of expectations(`nobody-${deps.ids.next()}`)) {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/scim+json' };
    const call = { method: 'GET', url: `${target.baseUrl}${path}`, headers } as const;
    const body = await run(call, { name, request: `GET ${path}`, fault, success });
    if (body === undefined) return { ok: false, steps };
  }
  return { ok: true, steps };
}

interface Shown {
  readonly name: string;
  readonly request: string;
  readonly fault: (body: JsonValue) => string | undefined;
  readonly success: string;
}

type Run = (call: ServiceCall, shown: Shown) => Promise<JsonValue | undefined>;

async function tokenFor(
  { tokenUrl }: TestTarget,
  credentials: TestCredentials,
  run: Run,
): Promise<string | undefined> {
  if ('token' in credentials) return credentials.token;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: credentials.clientId,
    client_secret: credentials.clientSecret,
  });
  const tokenOf = (body: JsonValue): JsonValue | undefined =>
    isObject(body) ? member(body, 'access_token') : undefined;
  const answer = await run(
    {
      method: 'POST',
      url: tokenUrl,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    },
    {
      name: 'Get an access token',
      request: `POST ${new URL(tokenUrl).pathname}`,
      fault: (body) =>
        typeof tokenOf(body) === 'string' ? undefined : 'The answer contains no access token.',
      success: 'The credential can get access tokens.',
    },
  );
  const token = answer === undefined ? undefined : tokenOf(answer);
  return typeof token === 'string' ? token : undefined;
}

interface Outcome {
  readonly step: Omit<ConnectionTestStep, 'ms'>;
  readonly body?: JsonValue;
}

async function attempt(
  call: ServiceCall,
  caFile: string | undefined,
  shown: Shown,
): Promise<Outcome> {
  const { name, request, fault, success } = shown;
  let called: Called;
  try {
    called = await callService(call, caFile);
  } catch (error) {
    const explanation = `${new URL(call.url).origin} did not answer: ${reasonOf(error)}. Check the public address, the certificate and the network.`;
    const failure = callFailureOf(error);
    const why = { fault: 'no-answer', failure, said: reasonOf(error) } as const;
    return { step: { name, request, ok: false, explanation, ...why } };
  }
  const { status, code } = called;
  const body = parse(called.body);
  if (status >= 400) {
    const said = saidIn(body);
    const explanation = explain(status, said);
    const why = { fault: faultOf(status), ...(code && { code }), ...(said !== '' && { said }) };
    return { step: { name, request, status, ok: false, explanation, ...why } };
  }
  const wrong = body === undefined ? 'The answer is not JSON.' : fault(body);
  const step: Outcome['step'] = {
    name,
    request,
    status,
    ok: wrong === undefined,
    explanation: wrong ?? success,
    ...(wrong !== undefined && { fault: 'unexpected' }),
  };
  return body === undefined ? { step } : { step, body };
}

function saidIn(body: JsonValue | undefined): string {
  const said = isObject(body) ? (member(body, 'detail') ?? member(body, 'error_description')) : '';
  return typeof said === 'string' ? said : '';
}

function faultOf(status: number): StepFault {
  if (status === 401) return 'credential-refused';
  return status === 403 ? 'not-allowed' : 'refused';
}

/** Returns the error text of the response, which says what to do, with hints that only this test can give. */
function explain(status: number, words: string): string {
  if (status === 401) {
    return `${words} The credential is revoked, expired or incomplete. Copy it again or create a new one.`.trim();
  }
  if (status === 403) {
    return `${words} The credential is valid but may not use SCIM. It needs the right scim and a user with the role admin.`.trim();
  }
  return words === '' ? `The answer was ${status}.` : words;
}

function parse(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined; // The caller reports that the response is not JSON.
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : 'it took too long';
