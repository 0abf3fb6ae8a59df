import { fail } from '#kernel/errors.ts';
import { type JsonValue, parseJson } from '#kernel/json.ts';
import type { Endpoint } from './endpoint.ts';
import { parsePairs } from './request-query.ts';

interface Body {
  readonly body: JsonValue | undefined;
  readonly form: URLSearchParams | undefined;
}

const NONE: Body = { body: undefined, form: undefined };
const JSON_TYPES = new Set(['application/json', 'application/scim+json']);
const FORM_TYPE = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The body an endpoint asked for. Identity providers send JSON as application/json, as
 * application/scim+json, with a charset, or with no type at all: each is read.
 * @throws AppError `unsupported-media-type`, `malformed-json`, `malformed-text`,
 * `invalid-token-request`.
 */
export function parseBody(endpoint: Endpoint, contentType: string | undefined, raw: unknown): Body {
  if (endpoint.body === undefined) return NONE;
  const bytes = Buffer.isBuffer(raw) ? raw : undefined;
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (endpoint.body === 'form') return { body: undefined, form: parseForm(type, bytes) };
  if (!bytes || bytes.length === 0) return NONE;
  if (type !== undefined && type !== '' && !JSON_TYPES.has(type)) {
    throw fail('unsupported-media-type', `Send the body as ${[...JSON_TYPES].join(' or ')}.`);
  }
  return { body: parseJson(bytes), form: undefined };
}

// RFC 6749 §4.4.2 knows one way to send a token request; anything else is invalid_request.
function parseForm(type: string | undefined, bytes: Buffer | undefined): URLSearchParams {
  if (type !== FORM_TYPE) {
    throw fail('invalid-token-request', `Send the parameters as ${FORM_TYPE}.`);
  }
  let text: string;
  try {
    text = utf8.decode(bytes ?? Buffer.alloc(0));
  } catch (cause) {
    throw fail('invalid-token-request', 'The body is not valid UTF-8.', { cause });
  }
  return parsePairs(text, 'body');
}
