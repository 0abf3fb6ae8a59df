import type { Problem } from './generated/api.ts';

export interface FormsteadErrorFields {
  readonly code: string;
  readonly message: string;
  /** The method and path of the request, without its query. */
  readonly operation: string;
  readonly status?: number | undefined;
  readonly at?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of this package. Secrets and tokens are in none of its members.
 *
 * `code` is a code of Formstead's catalogue, such as `not-found`, or one of this package:
 *
 * - `network`: no connection, or it closed before the whole answer was there
 * - `timeout`: no answer within `timeoutMs`
 * - `aborted`: the `signal` of the request ended it
 * - `unexpected-answer`: the answer is not Formstead's, such as the page of a proxy
 * - `export-failed`: an export ended without a file
 * - `webhook-unsigned`, `webhook-signature`, `webhook-time`, `webhook-body`: what `verifyWebhook` refused
 */
export class FormsteadError extends Error {
  readonly code: string;
  /** The method and path of the request, such as `POST /v2/formz`. */
  readonly operation: string;
  /** The HTTP status; undefined if there was no answer. */
  readonly status: number | undefined;
  /** What was wrong: a parameter, a header, or a position in the body. */
  readonly at: string | undefined;
  /** The id of the request in the log of the service. Quote it to the people who run it. */
  readonly requestId: string | undefined;
  /** The seconds after which the service wants to be asked again. */
  readonly retryAfterSeconds: number | undefined;
  /** The whole answer (RFC 9457), with members such as `faults`, `current` and `limit`. */
  readonly problem: Problem | undefined;

  constructor(fields: FormsteadErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.name = 'FormsteadError';
    this.code = fields.code;
    this.operation = fields.operation;
    this.status = fields.status;
    this.at = fields.at;
    this.requestId = fields.requestId;
    this.retryAfterSeconds = fields.retryAfterSeconds;
    this.problem = fields.problem;
  }
}

/** A whole answer, and the operation that it answers. */
export interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Returns the error that an answer of 400 or more means: RFC 9457, or RFC 6749 §5.2 from the token endpoint. */
export function errorOf({ operation, status, headers, text }: Answered): FormsteadError {
  const body = parsedObject(text);
  const code = textOf(body['code']) ?? textOf(body['error']);
  const common = {
    operation,
    status,
    at: textOf(body['at']),
    requestId: textOf(body['requestId']) ?? headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterOf(headers),
  };
  if (code === undefined) {
    const message = `${operation}: an answer with the status ${status} that is not Formstead's.`;
    return new FormsteadError({ ...common, code: 'unexpected-answer', message });
  }
  const detail = textOf(body['detail']) ?? textOf(body['error_description']) ?? '';
  const place = common.at === undefined ? '' : ` at ${common.at}`;
  const message = `${operation}: ${status} ${code}${place}: ${detail}`;
  const problem = isProblem(body) ? body : undefined;
  return new FormsteadError({ ...common, code, message, problem });
}

/** Returns the seconds of a Retry-After header, which has a number or a date (RFC 9110 §10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

const isProblem = (body: object): body is Problem =>
  ['type', 'title', 'status', 'detail', 'code', 'requestId'].every((name) =>
    Object.hasOwn(body, name),
  );

/**
 * Returns the JSON of a successful answer, which the caller gives its type; undefined if it is empty.
 * @throws FormsteadError `unexpected-answer` if it is no JSON, such as the page of a proxy where people sign in
 */
export function jsonOf({ operation, status, headers, text }: Answered) {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new FormsteadError({
      code: 'unexpected-answer',
      operation,
      message: `${operation}: the answer is not JSON.`,
      status,
      requestId: headers.get('x-request-id') ?? undefined,
    });
  }
}

/** Returns the error for a successful answer that is not what the API describes. It shows nothing of the answer. */
export const unexpected = (operation: string, what: string, headers?: Headers): FormsteadError =>
  new FormsteadError({
    code: 'unexpected-answer',
    operation,
    message: `${operation}: ${what}`,
    requestId: headers?.get('x-request-id') ?? undefined,
  });

function parsedObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {}; // A page of a proxy.
  }
}
