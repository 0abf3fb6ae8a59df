import type { TObject, TSchema } from 'typebox';
import type { AppError } from '#kernel/errors.ts';
import type { JsonValue } from '#kernel/json.ts';
import type {
  LinkPrincipal,
  NeededRight,
  Principal,
  SessionPrincipal,
  UserPrincipal,
} from './principal.ts';
import type { ResponseDoc, ResponseName } from './responses.ts';

export type {
  LinkPrincipal,
  Principal,
  Right,
  SessionPrincipal,
  UserPrincipal,
} from './principal.ts';

/** Decides how errors are written and which media type answers have. */
export type Protocol = 'scim' | 'oauth' | 'problem';

/** The rate-limit policy that counts the request. */
export type LimitClass =
  | 'token'
  | 'introspection'
  | 'sign-in'
  | 'api'
  | 'scim'
  | 'link'
  | 'calendar'
  | 'public'
  | 'health';

/** The names of a path's parameters: `'id' | 'fileNumber'` of `/v2/forms/:id/files/:fileNumber`. */
export type PathParam<Path extends string> = string extends Path
  ? never
  : Path extends `${string}:${infer Name}/${infer Rest}`
    ? Name | PathParam<Rest>
    : Path extends `${string}:${infer Name}`
      ? Name
      : never;

/** A request, checked and parsed. `Param` names the parameters of its path. */
export interface Request<P = Principal, Param extends string = never> {
  /** Also in the answer's `x-request-id` and in the log line. */
  readonly id: string;
  readonly principal: P;
  readonly params: Readonly<Record<Param, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The JSON body of an endpoint with `body: 'json'`; undefined when there was none. */
  readonly body: JsonValue | undefined;
  /** The form of an endpoint with `body: 'form'`. */
  readonly form: URLSearchParams | undefined;
  /** The body of an endpoint with `body: 'bytes'`, as it arrives; can be read once. */
  readonly bytes: AsyncIterable<Uint8Array> | undefined;
  /** The client's address; behind a trusted proxy, the address that the proxy reported. */
  readonly ip: string;
  /**
   * Counts the request for a client that has authenticated, under the limits of the route.
   * @throws AppError `too-many-requests`.
   */
  countClient(clientId: string): Promise<void>;
  /** Adds fields to the request's one log line. They never hold a secret. */
  addLogFields(fields: Readonly<Record<string, string | number | boolean>>): void;
  /** Tells the provisioning log under which name a resource was known before this request renamed it. */
  noteNameBefore(name: string): void;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The access token or session cookie that the answer issues; the limit of 401 answers lets it pass at once. */
  readonly issued?: string;
  /** The cookies that the answer sets, each in a `Set-Cookie` header of its own. */
  readonly cookies?: readonly string[];
  /**
   * The body, serialised as JSON. Strings and bytes are sent as they are; a string is JSON, unless the answer has
   * a `content-type` header of its own. An async iterable is streamed; undefined sends no body.
   */
  readonly body?: unknown;
}

/**
 * The part of the generated OpenAPI document that describes an endpoint. A schema with a `title` becomes a
 * component of that name. The generator adds what the pipeline answers by itself (401, 403, 413, 415, 429 and
 * internal errors), and for an answer of 304 or 412 the conditional header that leads to it.
 */
export interface EndpointDoc {
  readonly summary: string;
  readonly tag: string;
  /** CommonMark. */
  readonly description?: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  /** By status: what is described here, or the name of what many endpoints answer. */
  readonly responses: Readonly<Record<number, ResponseDoc | ResponseName>>;
  /** It takes an Idempotency-Key: its handler writes with `once` of idempotency/. */
  readonly idempotent?: true;
  /** Left out of the OpenAPI document: a screen of the web app, or one of its files. */
  readonly hidden?: true;
}

interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly protocol: Protocol;
  readonly limit: LimitClass;
  /** `bytes`: a body of any type, which the handler reads while it arrives. */
  readonly body?: 'json' | 'form' | 'bytes';
  /** The media types that `bytes` accepts; others are answered 415. */
  readonly mediaTypes?: readonly string[];
  /** In bytes; 1 MiB unless set. */
  readonly maxBodyBytes?: number;
  /** The error for a larger body, where the standard one does not say enough. */
  readonly bodyTooLarge?: () => AppError;
  /** Behind a proxy the endpoint also answers over plain HTTP, with a status and no body. */
  readonly healthCheck?: true;
  readonly doc: EndpointDoc;
}

/** An endpoint that needs no Authorization header. `test/flows/without-credentials.test.ts` names the few that may. */
export interface PublicEndpoint extends EndpointBase {
  readonly access: 'public';
  handle(request: Request<undefined>): Promise<Reply>;
}

interface Access {
  /** The right that a credential with restricted rights must have. */
  readonly right: NeededRight;
  /** The minimum role of its user; undefined: any role. */
  readonly role?: 'admin' | 'designer';
  readonly session?: undefined;
  readonly link?: undefined;
}

export interface SessionAccess {
  readonly session: true;
  readonly link?: undefined;
  /** The minimum role of the person; undefined: any role. */
  readonly role?: 'admin' | 'designer';
  /** The person must have confirmed who they are within the last 5 minutes. */
  readonly confirmed?: true;
  /** Also open to a person who has not yet set up the second factor that the account requires. */
  readonly lackingSecondFactor?: true;
}

/** An endpoint for users and for credentials that act as a user. */
export interface UserEndpoint extends EndpointBase {
  readonly access: Access;
  readonly provisioning?: undefined;
  handle(request: Request<UserPrincipal>): Promise<Reply>;
}

/** An endpoint that is also open to the built-in provisioning identity, which may use SCIM and nothing else. */
export interface ProvisioningEndpoint extends EndpointBase {
  readonly access: Access;
  readonly provisioning: true;
  handle(request: Request): Promise<Reply>;
}

/**
 * An endpoint of the web app, always under /app. It takes a session cookie and no Authorization header. The
 * pipeline refuses requests that another site makes a browser send.
 */
export interface SessionEndpoint extends EndpointBase {
  readonly access: SessionAccess;
  readonly provisioning?: undefined;
  handle(request: Request<SessionPrincipal>): Promise<Reply>;
}

/** The access to the routes of public links. */
export interface LinkAccess {
  readonly link: true;
  readonly session?: undefined;
  readonly role?: undefined;
  readonly confirmed?: undefined;
}

/** An endpoint for the session of a public link, which is valid there and nowhere else. */
export interface LinkEndpoint extends EndpointBase {
  readonly access: LinkAccess;
  readonly provisioning?: undefined;
  handle(request: Request<LinkPrincipal>): Promise<Reply>;
}

/** One method of one path: everything the pipeline and the documentation need to know. */
export type Endpoint =
  | PublicEndpoint
  | UserEndpoint
  | ProvisioningEndpoint
  | SessionEndpoint
  | LinkEndpoint;

/** Tells whether an endpoint is for people who are signed in with a browser. */
export const isForSessions = (endpoint: Endpoint): endpoint is SessionEndpoint =>
  endpoint.access !== 'public' && endpoint.access.session === true;

/** Tells whether an endpoint is for people who have a public link. */
export const isForLinks = (endpoint: Endpoint): endpoint is LinkEndpoint =>
  endpoint.access !== 'public' && endpoint.access.link === true;

/** An endpoint as it is written: its handler gets the parameters that its path names. */
export type At<E extends Endpoint, P, Path extends string> = Omit<E, 'path' | 'handle'> & {
  readonly path: Path;
  handle(request: Request<P, PathParam<Path>>): Promise<Reply>;
};

/** Types a literal. Overloads keep `request.principal` and `request.params` exact in the handler. */
export function endpoint<const Path extends string>(
  spec: At<PublicEndpoint, undefined, Path>,
): PublicEndpoint;
export function endpoint<const Path extends string>(
  spec: At<UserEndpoint, UserPrincipal, Path>,
): UserEndpoint;
export function endpoint<const Path extends string>(
  spec: At<ProvisioningEndpoint, Principal, Path>,
): ProvisioningEndpoint;
export function endpoint<const Path extends string>(
  spec: At<SessionEndpoint, SessionPrincipal, Path>,
): SessionEndpoint;
export function endpoint<const Path extends string>(
  spec: At<LinkEndpoint, LinkPrincipal, Path>,
): LinkEndpoint;
export function endpoint(spec: Endpoint): Endpoint {
  return spec;
}
