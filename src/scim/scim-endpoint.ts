import {
  type Endpoint,
  type EndpointDoc,
  endpoint,
  type PathParam,
  type Principal,
  type Reply,
  type Request,
} from '#http/endpoint.ts';
import { type AppError, type ErrorCode, fail } from '#kernel/errors.ts';
import { type Query, ScimError } from '#scim/protocol/index.ts';
import { scimError } from './doc-schemas.ts';

interface ScimSpec<Path extends string = string> {
  readonly method: Endpoint['method'];
  /** The path below `/scim/v2`. */
  readonly path: Path;
  readonly body?: 'json';
  readonly maxBodyBytes?: number;
  readonly bodyTooLarge?: () => AppError;
  /** Admits all roles, not admins only. */
  readonly anyRole?: true;
  readonly doc: EndpointDoc;
  handle(request: Request<Principal, PathParam<Path>>): Promise<Reply>;
}

/** Returns a SCIM endpoint for the right `scim`, for admins only without `anyRole`; errors follow RFC 7644 §3.12. */
export function scimEndpoint<const Path extends string>(spec: ScimSpec<Path>): Endpoint;
export function scimEndpoint(spec: ScimSpec): Endpoint {
  const { path, doc, handle, anyRole, ...others } = spec;
  const responses = {
    ...doc.responses,
    401: { description: 'The caller is not authenticated', schema: scimError },
    503: {
      description: 'Provisioning is paused, or the service is unavailable.',
      headers: { 'Retry-After': 'The number of seconds to wait.' },
    },
  };
  return endpoint({
    ...others,
    path: `/scim/v2${path}`,
    protocol: 'scim',
    limit: 'scim',
    provisioning: true,
    access: { right: 'scim', ...(!anyRole && { role: 'admin' }) },
    doc: { ...doc, responses },
    async handle(request) {
      requireProvisioning(request.principal);
      try {
        return await handle(request);
      } catch (error) {
        throw error instanceof ScimError ? inCatalogue(error) : error;
      }
    },
  });
}

/** @throws AppError `provisioning-paused`, `provisioning-disconnected` when an admin or the safety limit stopped it */
function requireProvisioning({ provisioning }: Principal): void {
  if (provisioning === undefined) return;
  if (provisioning === 'disconnected') {
    throw fail(
      'provisioning-disconnected',
      'An admin has turned off provisioning in Formstead. Users and groups do not change.',
    );
  }
  throw fail(
    'provisioning-paused',
    'Provisioning is paused in Formstead. Nothing is lost: repeat the request later.',
    { headers: { 'retry-after': String(RETRY_AFTER_S) } },
  );
}

/** Seconds: short enough to resume soon, long enough to keep the load of waiting identity providers low. */
const RETRY_AFTER_S = 300;

/**
 * Converts an error of the protocol package, which knows no error codes. Such errors quote the client's input, so they
 * are not passed on as the cause, which would be logged.
 */
export function inCatalogue(error: ScimError): AppError {
  const { status, scimType, detail, at } = error;
  return fail(codeOf(status, scimType), detail, {
    ...(at !== undefined && { at }),
    ...(scimType !== undefined && { scimType }),
  });
}

const CODES: Partial<Record<NonNullable<ScimError['scimType']>, ErrorCode>> = {
  invalidFilter: 'invalid-filter',
  invalidPath: 'invalid-path',
  invalidSyntax: 'malformed-request',
  mutability: 'immutable-attribute',
  noTarget: 'no-target',
  tooMany: 'too-many',
};

function codeOf(status: number, scimType: ScimError['scimType']): ErrorCode {
  if (status === 404) return 'not-found';
  if (status === 413) return 'body-too-large';
  return (scimType && CODES[scimType]) ?? 'invalid-value';
}

/** Returns the query as the protocol package reads it: each parameter with an array of its values. */
export function queryOf(query: URLSearchParams): Query {
  if (query.size === 0) return NO_QUERY;
  const names = new Set(query.keys());
  return Object.fromEntries([...names].map((name) => [name, query.getAll(name)]));
}

const NO_QUERY: Query = {};
