import type { IncomingHttpHeaders } from 'node:http';
import { type AppError, fail } from '#kernel/errors.ts';
import type { JsonValue } from '#kernel/json.ts';
import { parseBodyJson } from '#kernel/parse-json.ts';
import { isAppPath } from './browser.ts';
import { openBytes } from './byte-body.ts';
import type { Endpoint } from './endpoint.ts';
import { parsePairs } from './request-query.ts';

interface Body {
  readonly body: JsonValue | undefined;
  readonly form: URLSearchParams | undefined;
  readonly bytes: AsyncIterable<Uint8Array> | undefined;
}

const NONE: Body = { body: undefined, form: undefined, bytes: undefined };
const JSON_TYPES = new Set(['application/json', 'application/scim+json']);
/** The types that a page of another site cannot send without a preflight request (Fetch §2.2.2). */
const APP_TYPES = new Set(['application/json']);
const FORM_TYPE = 'application/x-www-form-urlencoded';
/** The types of nearly all bodies. */
export const BODY_TYPES = [...JSON_TYPES, FORM_TYPE];
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the body that an endpoint asked for. Identity providers send JSON as application/json, as
 * application/scim+json, with a charset, or with no type at all: each is accepted.
 * @throws AppError `unsupported-media-type`, `malformed-json`, `malformed-text`,
 * `invalid-token-request`, `body-too-large`.
 */
export async function parseBody(
  endpoint: Endpoint,
  headers: IncomingHttpHeaders,
  raw: unknown,
): Promise<Body> {
  if (endpoint.body === undefined) return NONE;
  const bytes = Buffer.isBuffer(raw) ? raw : undefined;
  refuseEncoded(headers['content-encoding']);
  const type = mediaTypeOf(headers);
  if (endpoint.body === 'bytes') {
    const pieces = openBytes(endpoint, headers, raw);
    if (!endpoint.mediaTypes?.includes(type ?? '')) throw unsupportedMediaType(endpoint);
    return { ...NONE, bytes: pieces };
  }
  if (endpoint.body === 'form') return { ...NONE, form: parseForm(type, bytes) };
  if (!bytes || bytes.length === 0) return NONE;
  if (!isJson(endpoint, type)) throw unsupportedMediaType(endpoint);
  return { ...NONE, body: await parseBodyJson(bytes) };
}

/** Returns the media type without its parameters, in lower case. */
export const mediaTypeOf = (headers: {
  readonly 'content-type'?: string | undefined;
}): string | undefined => headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();

function isJson(endpoint: Endpoint, type: string | undefined): boolean {
  if (isAppPath(endpoint.path)) return type !== undefined && APP_TYPES.has(type);
  return type === undefined || type === '' || JSON_TYPES.has(type);
}

// RFC 9110 §15.5.16: a small compressed body may expand to a very large one.
function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || /^(identity)?$/i.test(encoding.trim())) return;
  throw fail('unsupported-media-type', 'Send the body as it is, without Content-Encoding.', {
    headers: { 'accept-encoding': 'identity' },
  });
}

/** Returns the 415 that names the types that the endpoint takes. */
export function unsupportedMediaType(endpoint: Endpoint | undefined): AppError {
  const json = endpoint && isAppPath(endpoint.path) ? APP_TYPES : JSON_TYPES;
  const types = endpoint?.mediaTypes ?? (endpoint?.body === 'form' ? [FORM_TYPE] : [...json]);
  return fail('unsupported-media-type', `Send the body as ${types.join(' or ')}.`);
}

// RFC 6749 §4.4.2 allows one way to send a token request, and SAML (bindings 3.5.4) one way to send an answer.
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
