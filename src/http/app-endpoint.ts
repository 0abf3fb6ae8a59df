import type { Static, TObject, TSchema } from 'typebox';
import {
  endpoint,
  type PathParam,
  type Reply,
  type Request,
  type SessionAccess,
  type SessionEndpoint,
  type SessionPrincipal,
} from './endpoint.ts';
import { parseBodyInput, parseQueryInput } from './input.ts';

type EndpointPart = 'protocol' | 'limit' | 'access' | 'provisioning' | 'path' | 'body' | 'handle';
type Body = TSchema | 'bytes' | undefined;

interface Spec<Path extends string, B extends Body, Q extends TObject | undefined>
  extends Omit<SessionEndpoint, EndpointPart>,
    Omit<SessionAccess, 'session'> {
  readonly path: Path;
  /** The schema of the query, which checks and documents it. */
  readonly query?: Q;
  /** The schema of the JSON body, likewise. A missing body counts as an empty object. */
  readonly body?: B;
  handle(request: AppRequest<B, Q, PathParam<Path>>): Promise<Reply>;
}

/** A request whose query and body have been checked, each if the endpoint has a schema of it. */
interface AppRequest<B extends Body, Q extends TObject | undefined, Param extends string>
  extends Omit<Request<SessionPrincipal, Param>, 'body' | 'query'> {
  readonly query: Q extends TObject ? Static<Q> : URLSearchParams;
  readonly body: B extends 'bytes' | undefined ? undefined : B extends TSchema ? Static<B> : never;
}

/** An endpoint of the web app, for people who are signed in; errors as RFC 9457. */
export function appEndpoint<
  const Path extends string,
  B extends Body = undefined,
  Q extends TObject | undefined = undefined,
>(spec: Spec<Path, B, Q>): SessionEndpoint;
export function appEndpoint({
  role,
  confirmed,
  lackingSecondFactor,
  query,
  body,
  handle,
  doc,
  ...spec
}: Spec<string, Body, TObject | undefined>): SessionEndpoint {
  const schema = body === 'bytes' ? undefined : body;
  return endpoint({
    ...spec,
    protocol: 'problem',
    limit: 'api',
    access: {
      session: true,
      ...(role && { role }),
      ...(confirmed && { confirmed }),
      ...(lackingSecondFactor && { lackingSecondFactor }),
    },
    ...(body && { body: schema ? 'json' : 'bytes' }),
    doc: { ...doc, ...(query && { query }), ...(schema && { body: schema }) },
    handle: (request) =>
      handle({
        ...request,
        query: query ? parseQueryInput(query, request.query) : request.query,
        body: schema && parseBodyInput(schema, request.body),
      }),
  });
}
