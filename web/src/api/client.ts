// Calls to Formstead's own API. The browser adds the session cookie and says where a call comes from (Sec-Fetch-Site),
// and every failure is an ApiError.

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
  const response = await send(method, path, { body, headers });
  const text = await response.text();
  if (!response.ok) {
    await prepare();
    throw ApiError.of(response.status, text, response.headers.get('retry-after'));
  }
  return JSON.parse(text === '' ? 'null' : text);
}

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
  readonly headers: Readonly<Record<string, string>> | undefined;
}

async function send(method: Method, path: string, { body, headers }: Sent): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { accept: 'application/json', ...typeOf(body), ...headers },
      body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, { code: 'offline' });
  }
}

/** The browser itself names the type of a file. */
const typeOf = (body: unknown) =>
  body === undefined || body instanceof Blob ? {} : { 'content-type': 'application/json' };

function problemIn(text: string): Problem {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {}; // the answer of a proxy between the browser and Formstead
  }
}
