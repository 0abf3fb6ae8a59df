import type { Static, TObject, TSchema } from 'typebox';
import { requireJsonAccepted } from './accept.ts';
import type {
  Endpoint,
  EndpointDoc,
  PathParam,
  Reply,
  Request,
  SessionEndpoint,
  SessionPrincipal,
  UserEndpoint,
  UserPrincipal,
} from './endpoint.ts';
import { parseBodyInput, parseQueryInput } from './input.ts';
import type { NeededRight } from './principal.ts';
import { replyWith } from './v2/v2-reply.ts';

type Either<Param extends string = never> = Request<UserPrincipal | SessionPrincipal, Param>;

/** A request to an operation of both interfaces, checked and parsed. */
export interface OperationCall<B = unknown, Q = unknown, Param extends string = never>
  extends Omit<Either<Param>, 'body' | 'query'> {
  /** The interface that it came by. */
  readonly via: 'api' | 'web';
  readonly body: B;
  readonly query: Q;
  /** The request as it came to /v2, for idempotency; undefined for one of a page. */
  readonly api: Request<UserPrincipal> | undefined;
  /** The revision that If-Match names, if it is sent; 0, which nothing has, for any other tag. */
  readonly ifRevision: number | undefined;
}

/** Returns what addresses of the interface begin with by which a request came. */
export const doorOf = ({ via }: Pick<OperationCall, 'via'>): string =>
  via === 'api' ? '/v2' : '/app/v1';

interface Spec<
  Path extends string = string,
  B extends TSchema = TSchema,
  Q extends TObject = TObject,
> {
  readonly method: Endpoint['method'];
  /** What follows `/v2` and `/app/v1`. */
  readonly path: Path;
  /** What follows `/v2`, where it is another path there: forms are called `formz`. */
  readonly apiPath?: string;
  /** The right that a narrowed credential needs. */
  readonly right: NeededRight;
  /** The minimum role; undefined: any. */
  readonly role?: 'admin' | 'designer';
  /** On pages, the person must have confirmed who they are. */
  readonly confirmed?: true;
  readonly query?: Q;
  /** The schema of the JSON body. A missing body counts as an empty object. */
  readonly body?: B;
  /** Of the JSON body, where it may be larger than that of others. */
  readonly maxBodyBytes?: number;
  /** The body is a file of one of these types, which the handler reads while it arrives. */
  readonly file?: Required<Pick<Endpoint, 'mediaTypes' | 'maxBodyBytes'>> &
    Pick<Endpoint, 'bodyTooLarge'>;
  /**
   * What the ETag of an answer is. `content`: a digest of it, and If-None-Match is answered 304. Undefined: its
   * `revision`, if it has one, and If-Match takes it.
   */
  readonly etag?: 'content' | 'none';
  readonly doc: Omit<EndpointDoc, 'body' | 'query'>;
  handle(call: OperationCall<Static<B>, Static<Q>, PathParam<Path>>): Promise<Reply>;
}

/**
 * Returns the two endpoints of an operation that programs and pages share: under /v2 with an access token, and under
 * /app/v1 with a session. Both take the same query and body and give the same answer. Only /v2 takes an Idempotency-Key.
 */
export function operation<const Path extends string, B extends TSchema, Q extends TObject>(
  spec: Spec<Path, B, Q>,
): readonly [Endpoint, Endpoint];
export function operation(spec: Spec): readonly [Endpoint, Endpoint] {
  const { method, path, right, role, confirmed, query, body, file } = spec;
  const { idempotent, ...described } = spec.doc;
  const both = {
    method,
    protocol: 'problem',
    limit: 'api',
    ...(body && { body: 'json' as const }),
    ...(spec.maxBodyBytes !== undefined && { maxBodyBytes: spec.maxBodyBytes }),
    ...(file && { ...file, body: 'bytes' as const }),
  } as const;
  // A file is sent whatever JSON the client takes; the page names its type.
  const isFile = Object.values(described.responses).some(
    (each) => typeof each === 'object' && 'mediaType' in each,
  );
  const doc = { ...described, ...(body && { body }), ...(query && { query }) };
  const answer = async (request: Either, api?: Request<UserPrincipal>): Promise<Reply> => {
    const reply = await spec.handle({
      ...request,
      via: api ? 'api' : 'web',
      api,
      body: body && parseBodyInput(body, request.body),
      query: query ? parseQueryInput(query, request.query) : {},
      ifRevision: revisionIn(request.headers['if-match']),
    });
    if (spec.etag === undefined) return withRevision(reply);
    return spec.etag === 'content' ? replyWith(request, reply.body, reply.headers) : reply;
  };
  const api: UserEndpoint = {
    ...both,
    doc: { ...doc, ...(idempotent && { idempotent }) },
    path: `/v2${spec.apiPath ?? path}`,
    access: { right, ...(role && { role }) },
    async handle(request) {
      if (!isFile) requireJsonAccepted(request.headers['accept']);
      return await answer(request, request);
    },
  };
  const app: SessionEndpoint = {
    ...both,
    doc,
    path: `/app/v1${path}`,
    access: { session: true, ...(role && { role }), ...(confirmed && { confirmed }) },
    handle: (request) => answer(request),
  };
  return [api, app];
}

/** A tag is compared as a whole (RFC 9110 §13.1.1): a weak one, or one of several, never matches. */
function revisionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Number(/^\s*"(\d{1,15})"\s*$/.exec(header)?.[1] ?? 0);
}

function withRevision(reply: Reply): Reply {
  const { body } = reply;
  const isRevised = typeof body === 'object' && body !== null && 'revision' in body;
  if (!isRevised || typeof body.revision !== 'number') return reply;
  return { ...reply, headers: { ...reply.headers, etag: `"${body.revision}"` } };
}
