// Calls to Formstead's own API. The browser adds the session cookie and says where a call comes from (Sec-Fetch-Site),
// and every failure is an ApiError.

import { texts } from '#web/texts/text-store.ts';

/** An answer that reports an error: problem+json (RFC 9457), or no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  /** An error code of the server's catalogue, or one of the app's own, such as `offline` when there was no answer. */
  readonly code: string;
  /** The member of the request that is wrong. */
  readonly at: string | undefined;
  /** Identifies the request, so that people can quote it to the operator. */
  readonly requestId: string | undefined;
  /** All members of the problem document, by name. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The time that the server asks callers to wait, in milliseconds; 0 when it names none. */
  readonly retryAfterMs: number;

  constructor(status: number, problem: Problem, retryAfterMs = 0) {
    super(problem.detail ?? '');
    this.status = status;
    this.code = problem.code ?? 'internal';
    this.at = problem.at;
    this.requestId = problem.requestId;
    this.members = { ...problem };
    this.retryAfterMs = retryAfterMs;
  }

  /** Makes an error of an answer. `retryAfter` is the header of that name, in seconds. */
  static of(status: number, text: string, retryAfter: string | null): ApiError {
    return new ApiError(status, problemIn(text), (Number(retryAfter) || 0) * 1000);
  }
}

interface Problem {
  readonly detail?: string;
  readonly code?: string;
  readonly at?: string;
  readonly requestId?: string;
}

let prepare = async (): Promise<void> => undefined;

/** Sets what is loaded before a refusal is thrown: its texts, which no screen needs until then. `load` must not reject. */
export function beforeRefusals(load: () => Promise<void>): void {
  prepare = load;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends a request and returns the parsed answer; null when the answer is empty. A body is sent as JSON, a file as it is.
 * @throws ApiError for any status but 2xx, and when there is no answer
 */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<T> {
  // What is no JSON comes from something else on the way, such as the sign-in page of a hotel.
  return await send(method, path, { body, headers }, async (answer) =>
    JSON.parse((await answer.text()) || 'null'),
  );
}

/** Sends a request as {@link call} does, and returns the bytes of the answer. @throws ApiError */
export const callForFile = <T>(
  method: Method,
  path: string,
  body: unknown,
  read: (answer: Response) => Promise<T>,
): Promise<T> => send(method, path, { body, isPatient: true }, read);

export const get = <T>(path: string, query: Query = {}): Promise<T> =>
  call<T>('GET', withQuery(path, query));

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Adds the query to the path, without members that are undefined or empty. */
export function withQuery(path: string, query: Query): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`;
}

interface Sent {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the answer is waited for as long as it takes. */
  readonly isPatient?: true;
}

/**
 * How long an answer is waited for, unless a file goes either way. Phones keep connections that lead nowhere for
 * minutes, and whatever waits for its turn would wait with them. A slow network needs as long for large answers.
 */
const PATIENCE_MS = 120_000;

/** Sends a request and reads its whole answer: a connection may break or fall silent at any byte of either. */
async function send<T>(
  method: Method,
  path: string,
  { body, headers, isPatient }: Sent,
  read: (answer: Response) => Promise<T>,
): Promise<T> {
  const isFile = body instanceof Blob;
  const silent = new AbortController();
  const timer = isPatient || isFile || setTimeout(() => silent.abort(), PATIENCE_MS);
  let refusal: ApiError;
  try {
    const answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...typeOf(body), ...languageOf(method), ...headers },
      body: body === undefined || isFile ? (body ?? null) : JSON.stringify(body),
      signal: silent.signal,
    });
    if (answer.ok) return await read(answer);
    const { status, headers: told } = answer;
    refusal = ApiError.of(status, await answer.text(), told.get('retry-after'));
  } catch {
    throw new ApiError(0, { code: 'offline' });
  } finally {
    if (timer !== true) clearTimeout(timer);
  }
  await prepare();
  throw refusal;
}

/** The browser itself names the type of a file. */
const typeOf = (body: unknown) =>
  body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' };

/** Letters that a request causes are in the language of the page, for people who have chosen none. */
const languageOf = (method: Method): Readonly<Record<string, string>> =>
  method === 'GET' ? {} : { 'accept-language': texts.language };

function problemIn(text: string): Problem {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {}; // the answer of a proxy between the browser and Formstead
  }
}
