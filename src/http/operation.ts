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
import { parseInput } from './input.ts';
import type { Right } from './principal.ts';

type Either<Param extends string = never> = Request<UserPrincipal | SessionPrincipal, Param>;

/** A request to an operation of both interfaces, checked and parsed. */
export interface OperationCall<B = unknown, Param extends string = never>
  extends Omit<Either<Param>, 'body'> {
  /** The interface that it came by. */
  readonly via: 'api' | 'web';
  readonly body: B;
  /** The revision that If-Match names, if it is sent; 0, which nothing has, for any other tag. */
  readonly ifRevision: number | undefined;
}

interface Spec<Path extends string = string, B extends TSchema = TSchema> {
  readonly method: Endpoint['method'];
  /** What follows `/v2` and `/app/v1`. */
  readonly path: Path;
  /** The right that a narrowed credential needs. */
  readonly right: Right;
  /** The minimum role; undefined: any. */
  readonly role?: 'admin' | 'designer';
  /** On pages, the person must have confirmed who they are. */
  readonly confirmed?: true;
  /** The schema of the JSON body. A missing body counts as an empty object. */
  readonly body?: B;
  readonly maxBodyBytes?: number;
  readonly doc: Omit<EndpointDoc, 'body' | 'query'> & { readonly query?: TObject };
  handle(call: OperationCall<Static<B>, PathParam<Path>>): Promise<Reply>;
}

/**
 * Returns the two endpoints of an operation that programs and pages share: under /v2 with an access token, and under
 * /app/v1 with a session. Both take the same body and give the same answer. If the answer is an object with a
 * `revision`, its ETag is that, and If-Match takes it.
 */
export function operation<const Path extends string, B extends TSchema>(
  spec: Spec<Path, B>,
): readonly [Endpoint, Endpoint];
export function operation({
  path,
  right,
  role,
  confirmed,
  body,
  handle,
  doc,
  ...shared
}: Spec): readonly [Endpoint, Endpoint] {
  const both = {
    ...shared,
    protocol: 'problem',
    limit: 'api',
    ...(body && { body: 'json' as const }),
    doc: { ...doc, ...(body && { body }) },
  } as const;
  const answer = async (request: Either, via: 'api' | 'web'): Promise<Reply> => {
    const ifRevision = revisionIn(request.headers['if-match']);
    const parsed = body === undefined ? undefined : parseInput(body, request.body ?? {});
    return withEtag(await handle({ ...request, via, body: parsed, ifRevision }));
  };
  const api: UserEndpoint = {
    ...both,
    path: `/v2${path}`,
    access: { right, ...(role && { role }) },
    async handle(request) {
      requireJsonAccepted(request.headers['accept']);
      return await answer(request, 'api');
    },
  };
  const app: SessionEndpoint = {
    ...both,
    path: `/app/v1${path}`,
    access: { session: true, ...(role && { role }), ...(confirmed && { confirmed }) },
    handle: (request) => answer(request, 'web'),
  };
  return [api, app];
}

/** A tag is compared as a whole (RFC 9110 §13.1.1): a weak one, or one of several, never matches. */
function revisionIn(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return Number(/^\s*"(\d{1,15})"\s*$/.exec(header)?.[1] ?? 0);
}

function withEtag(reply: Reply): Reply {
  const { body } = reply;
  const isRevised = typeof body === 'object' && body !== null && 'revision' in body;
  if (!isRevised || typeof body.revision !== 'number') return reply;
  return { ...reply, headers: { ...reply.headers, etag: `"${body.revision}"` } };
}
