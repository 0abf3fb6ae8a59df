import type { Static, TSchema } from 'typebox';
import {
  endpoint,
  type Reply,
  type Request,
  type SessionAccess,
  type SessionEndpoint,
  type SessionPrincipal,
} from './endpoint.ts';
import { parseInput } from './input.ts';

type Said = 'protocol' | 'limit' | 'access' | 'provisioning' | 'body' | 'handle';

interface Spec extends Omit<SessionEndpoint, Said>, Omit<SessionAccess, 'session'> {}

interface PlainSpec extends Spec {
  readonly body?: 'bytes';
  handle(request: Request<SessionPrincipal>): Promise<Reply>;
}

interface BodySpec<B extends TSchema> extends Spec {
  /** The schema of the JSON body, which checks and documents it. A missing body counts as an empty object. */
  readonly body: B;
  handle(request: AppRequest<Static<B>>): Promise<Reply>;
}

/** A request whose body has been checked. */
export interface AppRequest<B> extends Omit<Request<SessionPrincipal>, 'body'> {
  readonly body: B;
}

/** An endpoint of the web app, for people who are signed in; errors as RFC 9457. */
export function appEndpoint(spec: PlainSpec): SessionEndpoint;
export function appEndpoint<B extends TSchema>(spec: BodySpec<B>): SessionEndpoint;
export function appEndpoint(spec: PlainSpec | BodySpec<TSchema>): SessionEndpoint {
  const { role, confirmed, lackingSecondFactor } = spec;
  const said = {
    protocol: 'problem',
    limit: 'api',
    access: {
      session: true,
      ...(role && { role }),
      ...(confirmed && { confirmed }),
      ...(lackingSecondFactor && { lackingSecondFactor }),
    },
  } as const;
  if (!hasSchema(spec)) return endpoint({ ...spec, ...said });
  const { body, doc } = spec;
  return endpoint({
    ...spec,
    ...said,
    body: 'json',
    doc: { ...doc, body },
    handle: ({ body: sent = {}, ...request }) =>
      spec.handle({ ...request, body: parseInput(body, sent) }),
  });
}

const hasSchema = (spec: PlainSpec | BodySpec<TSchema>): spec is BodySpec<TSchema> =>
  typeof spec.body === 'object';
