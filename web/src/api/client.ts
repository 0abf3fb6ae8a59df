// Calls to our own API: the cookie of the session goes along, the browser says where a call comes
// from (Sec-Fetch-Site), and whatever goes wrong is one kind of error.

/** An answer that says what was wrong: problem+json (RFC 9457). */
export class ApiError extends Error {
  readonly status: number;
  /** Stable, of the server's catalogue; `offline` when there was no answer at all. */
  readonly code: string;
  /** The member that is wrong. */
  readonly at: string | undefined;
  /** To quote to whoever runs the service. */
  readonly requestId: string | undefined;
  /** Everything that the answer said, by name. */
  readonly members: Readonly<Record<string, unknown>>;
  /** How long the server wants to be left alone; 0 when it does not say. */
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

  /** `retryAfter` is the header of that name, in seconds. */
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

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The parsed answer; null when it is empty. A body is sent as JSON, a file as it is. @throws ApiError for any answer but 2xx, and for none. */
export async function call<T>(
  method: Method,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<T> {
  const response = await send(method, path, { body, headers });
  const text = await response.text();
  if (!response.ok) {
    throw ApiError.of(response.status, text, response.headers.get('retry-after'));
  }
  return JSON.parse(text === '' ? 'null' : text);
}

export const get = <T>(path: string, query: Query = {}): Promise<T> =>
  call<T>('GET', withQuery(path, query));

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Without what is undefined or empty. */
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
    return {}; // of something between us and the server
  }
}
