import type { TObject, TSchema } from 'typebox';
import type { AppError } from '#kernel/errors.ts';
import type { JsonValue } from '#kernel/json.ts';
import type { Principal, Right, SessionPrincipal, UserPrincipal } from './principal.ts';

export type { Principal, Right, Role, SessionPrincipal, UserPrincipal } from './principal.ts';

/** Which writer spells errors and which media type answers have. */
export type Protocol = 'scim' | 'oauth' | 'problem';

/** Which rate-limit policy counts the request. */
export type LimitClass =
  | 'token'
  | 'introspection'
  | 'sign-in'
  | 'api'
  | 'scim'
  | 'public'
  | 'health';

/** One request, checked and parsed. */
export interface Request<P = Principal> {
  /** Also in the answer's `x-request-id` and in the log line. */
  readonly id: string;
  readonly principal: P;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The JSON body of an endpoint with `body: 'json'`; undefined when there was none. */
  readonly body: JsonValue | undefined;
  /** The form of an endpoint with `body: 'form'`. */
  readonly form: URLSearchParams | undefined;
  /** The body of an endpoint with `body: 'bytes'`, as it arrives; can be read once. */
  readonly bytes: AsyncIterable<Uint8Array> | undefined;
  /** The client's address; behind a trusted proxy the one it reported. */
  readonly ip: string;
  /**
   * Counts the request for a client that has proved who it is, as the route's limits say.
   * @throws AppError `too-many-requests`.
   */
  countClient(clientId: string): Promise<void>;
  /** Adds to the request's one log line; never a secret. */
  note(fields: Readonly<Record<string, string | number | boolean>>): void;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The access token or session cookie that the answer hands out; the limit of 401s lets it pass at once. */
  readonly issued?: string;
  /** A `Set-Cookie` for each, where there is more than one. */
  readonly cookies?: readonly string[];
  /**
   * Serialised as JSON; a string is JSON already and goes out as it is, bytes do too; an async
   * iterable is streamed; undefined is an empty answer. With a `content-type` header of its own a string may be
   * anything.
   */
  readonly body?: unknown;
}

/** One answer of an endpoint, as the API document tells it. */
export interface ResponseDoc {
  readonly description: string;
  /** Left out: no body. Errors always have that of the protocol. */
  readonly schema?: TSchema;
  /** When it is not the protocol's own. */
  readonly mediaType?: string;
  /** What each header holds, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What the generated OpenAPI document says of an endpoint. A schema with a `title` becomes a component
 * of that name. What the pipeline answers by itself (401, 403, 413, 415, 429, faults of ours) is added,
 * and to an answer of 304 or 412 the condition that leads to it.
 */
export interface EndpointDoc {
  readonly summary: string;
  readonly tag: string;
  /** CommonMark. */
  readonly description?: string;
  readonly query?: TObject;
  readonly body?: TSchema;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Left out of the API document: a page for people, or a file of one. */
  readonly hidden?: true;
}

interface EndpointBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly protocol: Protocol;
  readonly limit: LimitClass;
  /** `bytes`: whatever it is, read by the handler while it arrives. */
  readonly body?: 'json' | 'form' | 'bytes';
  /** What `bytes` may be; others are 415. */
  readonly mediaTypes?: readonly string[];
  /** Bytes; 1 MiB unless said otherwise. */
  readonly maxBodyBytes?: number;
  /** What is said of a larger one, where there is more to say. */
  readonly bodyTooLarge?: () => AppError;
  /** Behind a proxy the endpoint is answered over plain HTTP as well, with a status and no body. */
  readonly healthCheck?: true;
  readonly doc: EndpointDoc;
}

/** Answers without an Authorization header. `test/flows/without-credentials.test.ts` names the few that may. */
export interface PublicEndpoint extends EndpointBase {
  readonly access: 'public';
  handle(request: Request<undefined>): Promise<Reply>;
}

interface Access {
  /** What a narrowed credential must have. */
  readonly right: Right;
  /** The role its user must have at least; left out: any. */
  readonly role?: 'admin' | 'designer';
  readonly session?: undefined;
}

export interface SessionAccess {
  readonly session: true;
  /** The role that the person must have at least; left out: any. */
  readonly role?: 'admin' | 'designer';
  /** The person must have proved who they are within the last minutes. */
  readonly confirmed?: true;
  /** Also for somebody who has yet to set up the second factor that the account asks for. */
  readonly lackingSecondFactor?: true;
}

/** For people and what acts as one. */
export interface UserEndpoint extends EndpointBase {
  readonly access: Access;
  readonly provisioning?: undefined;
  handle(request: Request<UserPrincipal>): Promise<Reply>;
}

/** For the built-in provisioning identity as well: SCIM, and nothing else. */
export interface ProvisioningEndpoint extends EndpointBase {
  readonly access: Access;
  readonly provisioning: true;
  handle(request: Request): Promise<Reply>;
}

/**
 * For the web app, always under /app: a session cookie opens it and no Authorization header does. The
 * pipeline refuses what another site makes a browser send.
 */
export interface SessionEndpoint extends EndpointBase {
  readonly access: SessionAccess;
  readonly provisioning?: undefined;
  handle(request: Request<SessionPrincipal>): Promise<Reply>;
}

/** One method of one path: everything the pipeline and the documentation need to know. */
export type Endpoint = PublicEndpoint | UserEndpoint | ProvisioningEndpoint | SessionEndpoint;

/** Whether it is for people who are signed in with a browser. */
export const isForSessions = (endpoint: Endpoint): endpoint is SessionEndpoint =>
  endpoint.access !== 'public' && endpoint.access.session === true;

/** Types a literal. Overloads keep `request.principal` exact in the handler. */
export function endpoint(spec: PublicEndpoint): PublicEndpoint;
export function endpoint(spec: UserEndpoint): UserEndpoint;
export function endpoint(spec: ProvisioningEndpoint): ProvisioningEndpoint;
export function endpoint(spec: SessionEndpoint): SessionEndpoint;
export function endpoint(spec: Endpoint): Endpoint {
  return spec;
}
