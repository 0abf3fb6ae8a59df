import type { ErrorRow } from '#kernel/error-catalogue.ts';
import type { AppError } from '#kernel/errors.ts';
import type { Protocol } from './endpoint.ts';

export const MEDIA_TYPE: Readonly<Record<Protocol, string>> = {
  // RFC 7644 §8.1 registers the type without a charset, and some clients compare the whole header.
  scim: 'application/scim+json',
  oauth: 'application/json; charset=utf-8',
  problem: 'application/json; charset=utf-8',
};

export const ERROR_MEDIA_TYPE: Readonly<Record<Protocol, string>> = {
  ...MEDIA_TYPE,
  problem: 'application/problem+json; charset=utf-8',
};

interface ErrorAnswer {
  readonly contentType: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Carries the stable code of an error whose body has no member for it. */
export const ERROR_CODE_HEADER = 'Formstead-Error-Code';

/** Writes an error in the format of the protocol. The cause stays in the log. */
export function writeError(protocol: Protocol, error: AppError, requestId: string): ErrorAnswer {
  return WRITERS[protocol](error, requestId);
}

const WRITERS: Readonly<Record<Protocol, (error: AppError, requestId: string) => ErrorAnswer>> = {
  /**
   * RFC 7644 §3.12 has these four members, and the status is a string. Typed clients throw on any other member
   * (UnboundID's SDK before version 6, the Python models of scim2-client), so the code is sent in a header.
   */
  scim: (error) => ({
    contentType: ERROR_MEDIA_TYPE.scim,
    headers: { [ERROR_CODE_HEADER]: error.code },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(error.status),
      ...(error.scimType && { scimType: error.scimType }),
      detail: detailWithPosition(error),
    }),
  }),
  /** RFC 6749 §5.2: error_description has printable ASCII only. */
  oauth: (error) => ({
    contentType: ERROR_MEDIA_TYPE.oauth,
    body: JSON.stringify({
      error: oauthCode(error.row),
      error_description: error.detail.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?'),
    }),
  }),
  /** RFC 9457. */
  problem: (error, requestId) => ({
    contentType: ERROR_MEDIA_TYPE.problem,
    body: JSON.stringify({
      type: error.row.problemType ?? `urn:formstead:error:${error.code}`,
      title: error.row.title,
      status: error.status,
      detail: error.detail,
      code: error.code,
      ...(error.at !== undefined && { at: error.at }),
      ...error.extra,
      requestId,
    }),
  }),
};

/** Returns the detail of a SCIM error, preceded by the position of the error unless the text names it already. */
export const detailWithPosition = ({ at, detail }: Pick<AppError, 'at' | 'detail'>): string =>
  at === undefined || detail.includes(at) ? detail : `${at}: ${detail}`;

/** Returns the `error` of RFC 6749 §5.2 for a row of the catalogue. */
export function oauthCode({ oauth, status }: ErrorRow): string {
  if (oauth !== undefined) return oauth;
  if (status === 401) return 'invalid_client';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
