import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { siteOf } from '#kernel/addresses.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import { onBehalfOf, onBehalfOfSite } from '#kernel/on-behalf.ts';
import { isStorable } from '#kernel/text.ts';
import { createAdmission } from './admit-caller.ts';
import { canDiscardBody, discardBody } from './byte-body.ts';
import { callEndpoint } from './call-endpoint.ts';
import { type Endpoint, isForLinks, type Reply, type Request } from './endpoint.ts';
import { requireKnownParameters } from './known-parameters.ts';
import type { Limits } from './limits.ts';
import { isSampled, type LogSampling, shareOf } from './log-sampling.ts';
import type { MeasuredRequest } from './measured-request.ts';
import type { ObserveRequest } from './observed-request.ts';
import {
  type AnyPrincipal,
  type Authenticators,
  type LinkPrincipal,
  ownerOf,
} from './principal.ts';
import type { Transport } from './proxy.ts';
import { parseBody } from './request-body.ts';
import { logRequest, pathWithoutQuery } from './request-log.ts';
import { parseQuery } from './request-query.ts';
import type { RequestState } from './request-state.ts';
import { nothingAt } from './scim-version.ts';
import { sendText } from './send-text.ts';
import { MEDIA_TYPE, writeError } from './write-error.ts';

/** A request with valid credentials that was answered 403. */
export interface ForbiddenRequest {
  readonly principal: Exclude<AnyPrincipal, LinkPrincipal>;
  readonly ip: string;
  /** `METHOD /path`, with parameters as `:name`. */
  readonly route: string;
  /** The code of the error. */
  readonly code: string;
}

export interface PipelineDeps {
  readonly authenticators: Authenticators;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Undefined: every request is logged. */
  readonly logSampling?: LogSampling | undefined;
  /** Called for every request with valid credentials that is answered 403. */
  readonly onForbidden?: (refused: ForbiddenRequest) => void;
  readonly transport: Transport;
  /** Turns any other error into an AppError, for instance a storage outage into 503. */
  readonly translate: (error: unknown) => AppError;
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Scheme, host and port of the web app; requests from other origins may not write. */
  readonly origin: () => string;
  /** Sent with every answer to a request that used Basic (RFC 9745). */
  readonly basicHeaders: () => Readonly<Record<string, string>>;
  /** Called for every SCIM request once it is answered, whatever the status. */
  readonly observe: ObserveRequest;
  /** Called for every request once it is answered; undefined: nothing is measured. */
  readonly measure?: ((request: MeasuredRequest) => void) | undefined;
}

export interface Pipeline {
  /** Runs before the body is read: checks TLS, counts limits, authenticates and authorises. */
  begin(state: RequestState, raw: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Parses the request, calls its handler and writes the answer. */
  run(state: RequestState, raw: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Writes an error in the format of the request's protocol. */
  answerError(state: RequestState, error: unknown, reply: FastifyReply): FastifyReply;
  /** Logs the request in one line, and reports it to `onForbidden` and `observe`. */
  finish(state: RequestState, raw: FastifyRequest, reply: FastifyReply): void;
}

/** Creates the steps that every request goes through, so that no endpoint can skip one. */
export function createPipeline(deps: PipelineDeps): Pipeline {
  const { limits, clock, log } = deps;
  const admit = createAdmission(deps);

  return {
    async begin(state, raw, reply) {
      const { endpoint } = state;
      const arrival = deps.transport(raw.raw, endpoint?.healthCheck === true);
      state.ip = arrival.ip;
      state.isPlain = !arrival.secure;
      await onBehalfOfSite(siteOf(state.ip), () => admit(state, raw, reply));
    },

    async run(state, raw, reply) {
      const { endpoint } = state;
      if (!endpoint) throw nothingAt(raw.url);
      const { principal, largeBody } = state;
      try {
        const answer = () =>
          callEndpoint(endpoint, principal, (caller) => parseRequest(state, endpoint, raw, caller));
        const own = () =>
          principal
            ? onBehalfOf(ownerOf(principal), answer)
            : onBehalfOfSite(siteOf(state.ip), answer);
        const answered = await (largeBody ? largeBody.answering(own) : own());
        if (answered.issued !== undefined) limits.issued(answered.issued);
        return await write(state, reply, answered);
      } finally {
        discardBody(raw.body);
      }
    },

    answerError(state, error, reply) {
      const known = error instanceof AppError ? error : deps.translate(error);
      state.error = known;
      const answer = writeError(state.protocol, known, state.id);
      state.sent = answer.body;
      reply.headers({ ...commonHeaders(state), ...answer.headers, ...known.headers });
      const isStopped =
        known.status === 413 && !canDiscardBody(state.endpoint, reply.request.headers);
      if (state.isPlain) return reply.code(known.status).send();
      const isOver = isStopped || known.code === 'plain-http' || known.code === 'request-timeout';
      if (isOver) reply.header('connection', 'close');
      // RFC 6797 §7.2: never over plain HTTP.
      if (known.code === 'plain-http') reply.removeHeader('strict-transport-security');
      // Fastify adds a charset to the type of a text.
      const bytes = Buffer.from(answer.body);
      return reply.code(known.status).header('content-type', answer.contentType).send(bytes);
    },

    finish(state, raw, reply) {
      const { principal, error } = state;
      const ms = clock.now() - state.startedAt;
      const status = reply.statusCode;
      const share = shareOf(deps.logSampling, {
        status,
        ms,
        endpoint: state.endpoint,
        fields: state.logFields,
      });
      const line = {
        requestId: state.id,
        method: raw.method,
        path: pathWithoutQuery(raw.url),
        route: state.endpoint?.path,
        status,
        ms,
        // A form that came by a link is anonymous: the log could otherwise tell who sent it.
        ip: isAnonymous(state) ? undefined : state.ip,
        account: principal?.accountId,
        user: principal?.userId,
        scheme: principal?.scheme,
        credential: principal?.credentialId,
        error: error?.code,
        err: error?.cause,
        sampleRate: share < 1 ? share : undefined,
        ...state.logFields,
      };
      if (isSampled(state.id, share)) logRequest(log, line, state.endpoint?.limit === 'health');
      if (principal && principal.kind !== 'link' && error?.status === 403) {
        const route = `${raw.method} ${state.endpoint?.path ?? ''}`;
        deps.onForbidden?.({ principal, ip: state.ip, route, code: error.code });
      }
      if (state.protocol === 'scim') observe(state, raw, status);
      // How long a stream is open says nothing about how fast requests are answered.
      if (reply.getHeader('content-type') === 'text/event-stream') return;
      deps.measure?.({
        protocol: state.protocol,
        method: raw.method,
        route: state.endpoint?.path,
        status,
        code: error?.code,
        ms,
        accountId: principal?.accountId,
      });
    },
  };

  /** Whether the request belongs to a public link. */
  function isAnonymous({ endpoint }: RequestState): boolean {
    return endpoint !== undefined && (endpoint.limit === 'link' || isForLinks(endpoint));
  }

  function observe(state: RequestState, raw: FastifyRequest, status: number): void {
    deps.observe({
      requestId: state.id,
      at: state.startedAt,
      ms: clock.now() - state.startedAt,
      method: raw.method,
      url: raw.url,
      route: state.endpoint?.path,
      status,
      code: state.error?.code,
      holder: state.error?.holder,
      ip: state.ip,
      agent: raw.headers['user-agent'],
      principal: state.principal,
      authorization: raw.headers.authorization,
      logFields: state.logFields,
      nameBefore: state.nameBefore,
      requestBody: raw.body,
      responseBody: state.sent,
    });
  }

  async function parseRequest<P>(
    state: RequestState,
    endpoint: Endpoint,
    raw: FastifyRequest,
    principal: P,
  ): Promise<Request<P>> {
    const query = parseQuery(raw.url, state.protocol);
    requireKnownParameters(endpoint, query);
    const parsed = await parseBody(endpoint, raw.headers, raw.body);
    return {
      id: state.id,
      principal,
      params: paramsOf(raw.params),
      query,
      headers: headersOf(raw.headers),
      ...parsed,
      ip: state.ip,
      async countClient(clientId) {
        const usages = await limits.countClient(endpoint.limit, clientId);
        state.usages = [...usages, ...state.usages];
      },
      addLogFields(fields) {
        state.logFields = { ...state.logFields, ...fields };
      },
      noteNameBefore(name) {
        state.nameBefore = name;
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
    const cookies = answer.cookies && { 'set-cookie': [...answer.cookies] };
    if (body === undefined || state.isPlain) {
      return reply
        .code(status)
        .headers({ ...headers, ...cookies })
        .send();
    }
    headers['content-type'] ??= MEDIA_TYPE[state.protocol];
    if (isStream(body)) {
      // The stream closes a stored file, also when the client disconnects.
      const stream = body instanceof Readable ? body : Readable.from(body, { objectMode: false });
      return reply.code(status).headers(headers).send(stream);
    }
    const isWritten = typeof body === 'string' || body instanceof Uint8Array;
    const whole = isWritten ? body : JSON.stringify(body);
    if (state.protocol === 'scim' && typeof whole === 'string') state.sent = whole;
    headers['content-length'] = String(Buffer.byteLength(whole));
    // Written straight to node:http: Fastify would add nothing that is needed, and takes time.
    await sendText(reply.hijack().raw.writeHead(status, { ...headers, ...cookies }), whole);
    return reply;
  }

  // The Link header of a paged list must not replace the one that announces the deprecation, nor the reverse.
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

  function commonHeaders(state: RequestState): Record<string, string> {
    const { id, protocol, principal, app, usages } = state;
    const headers: Record<string, string> = { ...deps.headers, 'x-request-id': id };
    if (protocol === 'oauth' || app || isAnonymous(state)) Object.assign(headers, NEVER_STORED);
    if (principal?.scheme === 'Basic') Object.assign(headers, deps.basicHeaders());
    limits.writeHeaders(usages, headers);
    // RFC 6797 §7.2: never over plain HTTP.
    if (state.isPlain) delete headers['strict-transport-security'];
    return headers;
  }
}

/** RFC 6749 §5.1; error answers follow it too. An endpoint whose answers may be cached sets its own header. */
const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

function isStream(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

// No id holds a NUL or half a surrogate pair, so the resource does not exist.
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

/** node:http gives every header as one string, except set-cookie, which no request should have. */
function areSingle(
  headers: FastifyRequest['headers'],
): headers is Readonly<Record<string, string | undefined>> {
  return headers['set-cookie'] === undefined;
}
