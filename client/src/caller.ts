// Requests with a token, sent again where that is safe.
import { randomUUID } from 'node:crypto';
import { type AccessToken, createAccessToken } from './access-token.ts';
import { fetchWithCa } from './fetch-with-ca.ts';
import { FormsteadError, jsonOf } from './formstead-error.ts';
import { KEYED_OPERATIONS, VERSION } from './generated/facts.ts';
import type { FileBody, Method } from './operation-types.ts';
import type { ClientOptions, Fetch } from './options.ts';
import { abortedError, withRetries } from './retry.ts';
import { type Outgoing, openOnce, type Sender, sendOnce } from './send.ts';

/** The options of any operation, as the types of the client allow them. */
export interface CallOptions {
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly accept?: string;
  readonly ifMatch?: string | number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether this request may be sent twice, although its method alone does not say so. */
  readonly isRepeatable?: boolean;
}

/** What was answered, before anybody gives it a type. */
export interface JsonReply {
  readonly body: ReturnType<typeof jsonOf>;
  readonly headers: Headers;
}

export interface Caller {
  /** Reads the whole answer, which is JSON. */
  call(method: Method, path: string, options?: CallOptions): Promise<JsonReply>;
  /** Returns when the answer begins. */
  open(method: Method, path: string, options?: CallOptions): Promise<Response>;
}

type Send<T> = (sender: Sender, outgoing: Outgoing) => Promise<T>;

const TIMEOUT_MS = 30_000;
const RETRIES = 4;
const MAX_RETRY_DELAY_MS = 60_000;
const REPEATABLE: ReadonlySet<Method> = new Set(['get', 'put', 'delete']);

/** @throws TypeError if the options contradict each other */
export function createCaller(options: ClientOptions): Caller {
  const base = baseOf(options.baseUrl);
  const sender = { fetch: fetchOf(options), timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
  const policy = {
    retries: options.retries ?? RETRIES,
    maxRetryDelayMs: options.maxRetryDelayMs ?? MAX_RETRY_DELAY_MS,
  };
  const own = `formstead-client/${VERSION}`;
  const userAgent = options.userAgent === undefined ? own : `${options.userAgent} ${own}`;
  const accessToken = createAccessToken({
    tokenUrl: tokenUrlOf(options, base),
    clientId: options.clientId,
    clientSecret: options.clientSecret,
    userAgent,
    send: (outgoing) =>
      withRetries(() => sendOnce(sender, outgoing), { ...outgoing, isRepeatable: true }, policy),
  });

  function perform<T>(send: Send<T>, method: Method, path: string, asked: CallOptions) {
    const { outgoing, isKeyed } = requestOf(base, userAgent, { method, path, asked });
    const isRepeatable = isKeyed || (asked.isRepeatable ?? REPEATABLE.has(method));
    const attempt = () =>
      withToken(accessToken, outgoing, (given) => send(sender, signed(outgoing, given)));
    return withRetries(attempt, { ...outgoing, isRepeatable }, policy);
  }

  return {
    async call(method, path, asked = {}) {
      const reply = await perform(sendOnce, method, path, asked);
      return { body: jsonOf({ operation: named(method, path), ...reply }), headers: reply.headers };
    },
    open: (method, path, asked = {}) => perform(openOnce, method, path, asked),
  };
}

const named = (method: Method, path: string): string => `${method.toUpperCase()} ${path}`;

const signed = (outgoing: Outgoing, token: string): Outgoing => ({
  ...outgoing,
  headers: { ...outgoing.headers, authorization: `Bearer ${token}` },
});

/** A refused token may have ended or been revoked, so a new one is tried once. Nothing has been done by then. */
async function withToken<T>(
  accessToken: AccessToken,
  outgoing: Outgoing,
  attempt: (token: string) => Promise<T>,
): Promise<T> {
  const token = await unlessAborted(accessToken.get(), outgoing);
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof FormsteadError) || error.status !== 401) throw error;
    accessToken.forget(token);
    return await attempt(await unlessAborted(accessToken.get(), outgoing));
  }
}

/** The token is for all who wait for it, so its request goes on when one of them gives up. */
async function unlessAborted<T>(work: Promise<T>, { operation, signal }: Outgoing): Promise<T> {
  if (signal === undefined) return await work;
  const { promise, reject } = rejectable();
  const abort = () => reject(abortedError(operation, signal.reason));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Promise.withResolvers is newer than Node 20. */
function rejectable() {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_resolve, end) => {
    reject = end;
  });
  return { promise, reject: (error: Error) => reject(error) };
}

function baseOf(baseUrl: string): string {
  const { origin, pathname } = secureUrl('baseUrl', baseUrl);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

const tokenUrlOf = ({ tokenUrl }: ClientOptions, base: string): string =>
  tokenUrl === undefined ? `${base}/connect/token` : secureUrl('tokenUrl', tokenUrl).href;

/** Secrets and tokens would cross the network in the clear otherwise, and Formstead refuses it anyway. */
function secureUrl(name: string, text: string): URL {
  const url = new URL(text);
  if (url.protocol !== 'https:') throw new TypeError(`${name} must begin with https://`);
  return url;
}

function fetchOf({ ca, fetch: own }: ClientOptions): Fetch {
  if (ca !== undefined && own !== undefined) {
    throw new TypeError(
      'ca and fetch cannot be combined: a fetch of your own has to trust the authority',
    );
  }
  if (ca !== undefined) return fetchWithCa(ca);
  return own ?? ((url, init) => fetch(url, init));
}

interface Asked {
  readonly method: Method;
  readonly path: string;
  readonly asked: CallOptions;
}

function requestOf(base: string, userAgent: string, { method, path, asked }: Asked) {
  const isKeyed = KEYED_OPERATIONS.has(`${method} ${path}`);
  const content = contentOf(asked);
  const headers = {
    accept: asked.accept ?? 'application/json',
    'user-agent': userAgent,
    ...content.headers,
    ...(asked.ifMatch !== undefined && { 'if-match': tagOf(asked.ifMatch) }),
    // Made once for all tries, so that the service recognises the second one.
    ...(isKeyed && { 'idempotency-key': asked.idempotencyKey ?? randomUUID() }),
  };
  const operation = named(method, path);
  const url = `${base}${filled(path, asked.path)}${queryOf(asked.query)}`;
  const { body } = content;
  const { signal } = asked;
  const outgoing: Outgoing = {
    operation,
    method: method.toUpperCase(),
    url,
    headers,
    body,
    signal,
  };
  return { outgoing, isKeyed };
}

interface Content {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FileBody;
}

function contentOf({ body, contentType }: CallOptions): Content {
  if (body === undefined) return {};
  if (contentType === undefined) {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  }
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof Blob) {
    return { headers: { 'content-type': contentType }, body };
  }
  throw new TypeError('a body with a contentType must be a string, a Uint8Array or a Blob');
}

const tagOf = (tag: string | number): string => (typeof tag === 'number' ? `"${tag}"` : tag);

function filled(path: string, values: object = {}): string {
  const known = new Map<string, unknown>(Object.entries(values));
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = known.get(name);
    // A URL would drop dots, and the request would reach another path; it can't hold half a surrogate pair.
    const isSegment = typeof value === 'string' && !/^\.{0,2}$|\p{Surrogate}/u.test(value);
    if (isSegment) return encodeURIComponent(value);
    throw new TypeError(`${path} needs a text for {${name}}`);
  });
}

function queryOf(query: object = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return '';
  return `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
