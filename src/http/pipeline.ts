import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '#kernel/clock.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import { isStorable } from '#kernel/text.ts';
import { authenticate, authorise } from './authenticate.ts';
import type { Endpoint, Principal, Protocol, Reply, Request } from './endpoint.ts';
import type { Limits } from './limits.ts';
import type { Authenticators } from './principal.ts';
import { parseBody } from './request-body.ts';
import { logRequest } from './request-log.ts';
import { parseQuery } from './request-query.ts';
import { nothingAt } from './scim-version.ts';
import { sendText } from './send-text.ts';
import { MEDIA_TYPE, writeError } from './write-error.ts';

export interface PipelineDeps {
  readonly authenticators: Authenticators;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** The client's address. @throws AppError `plain-http` when the call did not come over TLS. */
  readonly transport: (raw: IncomingMessage) => { readonly ip: string };
  /** Turns what is not an AppError into one, for instance a storage outage into 503. */
  readonly translate: (error: unknown) => AppError;
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with every answer to a request that used Basic (RFC 9745). */
  readonly basicHeaders: () => Readonly<Record<string, string>>;
}

/** What the pipeline knows of a request while it runs. */
export interface RequestState {
  readonly id: string;
  readonly startedAt: number;
  readonly endpoint: Endpoint | undefined;
  readonly protocol: Protocol;
  /** No credentials are needed to be answered. */
  readonly anyone: boolean;
  ip: string;
  principal: Principal | undefined;
  notes: Record<string, string | number | boolean> | undefined;
  error: AppError | undefined;
}

export interface Pipeline {
  /** Before the body is read: TLS check, limit, authenticate, authorise. */
  begin(state: RequestState, raw: FastifyRequest): Promise<void>;
  /** Parse, handle, write. */
  run(state: RequestState, raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Writes an error in the words of the request's protocol. */
  answerError(state: RequestState, error: unknown, reply: FastifyReply): FastifyReply;
  /** The request's one log line. */
  finish(state: RequestState, raw: FastifyRequest, reply: FastifyReply): void;
}

/** The steps every request goes through, so that no endpoint can forget one. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { authenticators, limits, clock, log } = deps;

  return {
    async begin(state, raw) {
      state.ip = deps.transport(raw.raw).ip;
      const { endpoint } = state;
      if (state.anyone) return;
      const from = { ip: state.ip, agent: raw.headers['user-agent'] };
      const principal = await authenticate(authenticators, raw.raw.rawHeaders, from);
      state.principal = principal;
      if (!endpoint) return;
      await limits.countPrincipal(endpoint.limit, principal);
      authorise(endpoint, principal);
    },

    async run(state, raw, reply) {
      const { endpoint } = state;
      if (!endpoint) throw nothingAt(raw.url);
      if (endpoint.access === 'public') {
        const request = parseRequest(state, endpoint, raw, undefined);
        await limits.countAnonymous(endpoint.limit, state.ip, endpoint.clientOf?.(request));
        return write(state, reply, await endpoint.handle(request));
      }
      const { principal } = state;
      if (!principal) throw fail('credentials-missing', 'Send an Authorization header.');
      if (endpoint.provisioning) {
        const request = parseRequest(state, endpoint, raw, principal);
        return write(state, reply, await endpoint.handle(request));
      }
      if (principal.kind !== 'user') throw fail('forbidden', 'This is for users only.');
      const request = parseRequest(state, endpoint, raw, principal);
      return write(state, reply, await endpoint.handle(request));
    },

    answerError(state, error, reply) {
      const known = error instanceof AppError ? error : deps.translate(error);
      state.error = known;
      const answer = writeError(state.protocol, known, state.id);
      reply.headers(commonHeaders(state)).headers(known.headers);
      if (known.status === 413 || known.code === 'plain-http') reply.header('connection', 'close');
      // RFC 6797 §7.2: never over plain HTTP.
      if (known.code === 'plain-http') reply.removeHeader('strict-transport-security');
      return reply.code(known.status).header('content-type', answer.contentType).send(answer.body);
    },

    finish(state, raw, reply) {
      const { principal, error } = state;
      logRequest(log, {
        requestId: state.id,
        method: raw.method,
        path: pathOf(raw.url),
        route: state.endpoint?.path,
        status: reply.statusCode,
        ms: clock.now() - state.startedAt,
        ip: state.ip,
        account: principal?.accountId,
        user: principal?.userId,
        scheme: principal?.scheme,
        credential: principal?.credentialId,
        error: error?.code,
        err: error?.cause,
        ...state.notes,
      });
    },
  };

  function parseRequest<P>(
    state: RequestState,
    endpoint: Endpoint,
    raw: FastifyRequest,
    principal: P,
  ): Request<P> {
    const { body, form } = parseBody(endpoint, raw.headers, raw.body);
    return {
      id: state.id,
      principal,
      params: paramsOf(raw.params),
      query: parseQuery(raw.url),
      headers: headersOf(raw.headers),
      body,
      form,
      ip: state.ip,
      note(fields) {
        state.notes = { ...state.notes, ...fields };
      },
    };
  }

  async function write(
    state: RequestState,
    reply: FastifyReply,
    answer: Reply,
  ): Promise<FastifyReply> {
    const { status, body } = answer;
    const headers = { ...commonHeaders(state), ...answer.headers };
    keepBothLinks(state, answer, headers);
    if (body === undefined) return reply.code(status).headers(headers).send();
    headers['content-type'] ??= MEDIA_TYPE[state.protocol];
    if (isStream(body)) {
      const stream = Readable.from(body, { objectMode: false });
      return reply.code(status).headers(headers).send(stream);
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    headers['content-length'] = String(Buffer.byteLength(text));
    // Straight to node:http: nothing that Fastify could add is wanted, and it takes its time.
    await sendText(reply.hijack().raw.writeHead(status, headers), text);
    return reply;
  }

  // A page's Link header must not drop the one that names the deprecation, nor the other way round.
  function keepBothLinks(
    state: RequestState,
    answer: Reply,
    headers: Record<string, string>,
  ): void {
    const link = answer.headers?.['link'];
    if (link === undefined || state.principal?.scheme !== 'Basic') return;
    const { link: deprecation } = deps.basicHeaders();
    if (deprecation !== undefined) headers['link'] = `${link}, ${deprecation}`;
  }

  function commonHeaders({ id, protocol, principal }: RequestState): Record<string, string> {
    const headers: Record<string, string> = { ...deps.headers, 'x-request-id': id };
    if (protocol === 'oauth') Object.assign(headers, NEVER_STORED);
    if (principal?.scheme === 'Basic') Object.assign(headers, deps.basicHeaders());
    return headers;
  }
}

/** RFC 6749 §5.1, and so for its errors: an endpoint whose answers may be kept says so itself. */
const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

function isStream(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

// A NUL or half a surrogate pair can't be in any id: the resource does not exist.
function paramsOf(params: unknown): Readonly<Record<string, string>> {
  const out: Record<string, string> = Object.create(null);
  if (typeof params !== 'object' || params === null) return out;
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string' || !isStorable(value)) {
      throw fail('not-found', 'There is no resource with this id.');
    }
    out[name] = value;
  }
  return out;
}

function headersOf(
  headers: FastifyRequest['headers'],
): Readonly<Record<string, string | undefined>> {
  return areSingle(headers)
    ? headers
    : Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
}

/** node:http joins what came several times, but for set-cookie, which no request should have. */
function areSingle(
  headers: FastifyRequest['headers'],
): headers is Readonly<Record<string, string | undefined>> {
  return headers['set-cookie'] === undefined;
}
