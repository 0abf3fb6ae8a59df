import type { Static, TSchema } from 'typebox';
import {
  endpoint,
  type PathParam,
  type Reply,
  type Request,
  type SessionAccess,
  type SessionEndpoint,
  type SessionPrincipal,
} from './endpoint.ts';
import { parseInput } from './input.ts';

type EndpointPart = 'protocol' | 'limit' | 'access' | 'provisioning' | 'path' | 'body' | 'handle';

interface Spec<Path extends string>
  extends Omit<SessionEndpoint, EndpointPart>,
    Omit<SessionAccess, 'session'> {
  readonly path: Path;
}

interface PlainSpec<Path extends string = string> extends Spec<Path> {
  readonly body?: 'bytes';
  handle(request: Request<SessionPrincipal, PathParam<Path>>): Promise<Reply>;
}

interface BodySpec<B extends TSchema, Path extends string = string> extends Spec<Path> {
  /** The schema of the JSON body, which checks and documents it. A missing body counts as an empty object. */
  readonly body: B;
  handle(request: AppRequest<Static<B>, PathParam<Path>>): Promise<Reply>;
}

/** A request whose body has been checked. */
export interface AppRequest<B, Param extends string = never>
  extends Omit<Request<SessionPrincipal, Param>, 'body'> {
  readonly body: B;
}

/** An endpoint of the web app, for people who are signed in; errors as RFC 9457. */
export function appEndpoint<const Path extends string>(spec: PlainSpec<Path>): SessionEndpoint;
export function appEndpoint<B extends TSchema, const Path extends string>(
  spec: BodySpec<B, Path>,
): SessionEndpoint;
export function appEndpoint(spec: PlainSpec | BodySpec<TSchema>): SessionEndpoint {
  const { role, confirmed, lackingSecondFactor } = spec;
  const endpointParts = {
    protocol: 'problem',
    limit: 'api',
    access: {
      session: true,
      ...(role && { role }),
      ...(confirmed && { confirmed }),
      ...(lackingSecondFactor && { lackingSecondFactor }),
    },
  } as const;
  if (!hasSchema(spec)) return endpoint({ ...spec, ...endpointParts });
  const { body, doc } = spec;
  return endpoint({
    ...spec,
    ...endpointParts,
    body: 'json',
    doc: { ...doc, body },
    handle: ({ body: sent = {}, ...request }) =>
      spec.handle({ ...request, body: parseInput(body, sent) }),
  });
}

const hasSchema = (spec: PlainSpec | BodySpec<TSchema>): spec is BodySpec<TSchema> =>
  typeof spec.body === 'object';
