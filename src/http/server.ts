// The HTTPS server, and the one path that every request takes through it. This folder owns transport,
// authentication hook, limits, error writers and the request log. It knows no domain, no storage and no
// token format: app.ts passes those in.
import type { Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { SecureContextOptions, SecureVersion } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, fail } from '#kernel/errors.ts';
import { isAppPath } from './browser.ts';
import { bodyTooLarge, ONE_MIB } from './byte-body.ts';
import { connectionsWithin, descriptorsAtHand } from './descriptors.ts';
import { createDrain } from './drain.ts';
import type { Endpoint } from './endpoint.ts';
import { createLargeBodies } from './large-bodies.ts';
import { createServer as createHttpServer } from './node-http.ts';
import { createPipeline, type PipelineDeps } from './pipeline.ts';
import { protocolOf } from './protocol-of.ts';
import { BODY_TYPES, unsupportedMediaType } from './request-body.ts';
import type { RequestState } from './request-state.ts';
import { toScimPath } from './scim-version.ts';
import { boundConnections, watchSilent } from './silent-connections.ts';
import { type Tracing, traceAuthenticators, tracePipeline } from './traced-pipeline.ts';
import { createUnreadableHandlers } from './unreadable-request.ts';
import {
  findPath,
  METHODS,
  type MethodRefusal,
  methodsOf,
  ROUTED_METHODS,
  toRefuse,
  wrongMethod,
} from './wrong-method.ts';

export interface ServerOptions extends PipelineDeps {
  readonly endpoints: readonly Endpoint[];
  /** Undefined: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Undefined in proxy mode: plain HTTP behind a trusted proxy. */
  readonly tls?: SecureContextOptions & { readonly minVersion?: SecureVersion };
}

export interface Server {
  /** Listens; port 0 picks a free one. @returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Keeps serving, but closes each connection after its answer, so that clients open their next one elsewhere. */
  beginDrain(): void;
  /** Stops accepting and lets running requests finish, until `cut` ends them. */
  close(cut?: AbortSignal): Promise<void>;
  readonly raw: HttpServer | HttpsServer;
}

const MAX_HEADER_BYTES = 65_536;
/** 10 MiB over a poor mobile network take minutes; headers have their own, shorter timeout. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/** Builds the server, with every endpoint behind the same pipeline. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { tracing } = options;
  const pipeline = tracing
    ? tracePipeline(
        createPipeline({
          ...options,
          authenticators: traceAuthenticators(options.authenticators),
        }),
        tracing,
      )
    : createPipeline(options);
  const paths = methodsOf(options.endpoints);
  const pathAt = findPath(paths);
  const unreadable = createUnreadableHandlers(options);
  let raw: HttpServer | HttpsServer | undefined;

  /** Returns the methods that a path has, when the path exists but not with the request's method. */
  const otherMethodsAt = ({ url, routeOptions: { config } }: FastifyRequest) =>
    config.endpoint ? undefined : (config.otherMethods ?? pathAt(url));
  const stateOf = (
    request: FastifyRequest,
    endpoint = request.routeOptions.config.endpoint,
  ): RequestState => {
    if (request.state) return request.state;
    const other = otherMethodsAt(request);
    const state: RequestState = {
      id: options.ids.next(),
      startedAt: options.clock.now(),
      endpoint,
      anyone: other?.isPublic === true || endpoint?.access === 'public',
      // Decided by the matched route, however the path was spelled: /%61pp is /app.
      app: isAppPath(endpoint?.path ?? other?.path ?? request.url),
      protocol: endpoint?.protocol ?? protocolOf(request.url),
      ip: request.socket.remoteAddress ?? '',
      isPlain: false,
      principal: undefined,
      usages: [],
      logFields: undefined,
      nameBefore: undefined,
      error: undefined,
      sent: undefined,
      largeBody: undefined,
    };
    request.state = state;
    return state;
  };

  const app = Fastify({
    logger: false,
    bodyLimit: ONE_MIB,
    // A request that arrives over an open connection at the last moment is answered like any other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => toScimPath(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADER_BYTES },
    clientErrorHandler: unreadable.clientError,
    frameworkErrors(error, request, reply) {
      // The router cannot read the target, for instance because of a broken percent-encoding.
      const state = stateOf(request, wildcardAt(options.endpoints, request));
      const bad = fail('malformed-request', 'The path is not a valid URL path.', { cause: error });
      const answer = async () => {
        await pipeline.begin(state, request, reply);
        if (state.endpoint === undefined) throw bad;
        await pipeline.run(state, request, reply);
      };
      answer().catch((refused: unknown) => pipeline.answerError(state, refused, reply));
    },
    serverFactory(handler) {
      const limits = {
        maxHeaderSize: MAX_HEADER_BYTES,
        requestTimeout: REQUEST_TIMEOUT_MS,
        headersTimeout: HEADERS_TIMEOUT_MS,
      };
      raw = options.tls
        ? createHttpsServer({ ...options.tls, ...limits }, handler)
        : createHttpServer(limits, handler);
      raw.keepAliveTimeout = KEEP_ALIVE_MS;
      raw.on('connect', unreadable.connect);
      return raw;
    },
  });

  // None of these methods takes a body: one that is sent is discarded, whatever its type.
  for (const method of METHODS.filter((each) => !ROUTED_METHODS.includes(each))) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  acceptAnyBody(app);
  app.decorateRequest('state', undefined);
  const largeBodies = createLargeBodies();
  app.addHook('onRequest', async (request, reply) => {
    const state = stateOf(request);
    await pipeline.begin(state, request, reply);
    state.largeBody = await largeBodies.enter(request, reply, state);
  });
  app.addHook('onResponse', (request, reply, done) => {
    pipeline.finish(stateOf(request), request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) =>
    pipeline.answerError(stateOf(request), translateFramework(error, request), reply),
  );
  app.setNotFoundHandler((request, reply) => {
    const other = otherMethodsAt(request);
    if (other) throw wrongMethod(request.method, other);
    return pipeline.run(stateOf(request), request, reply);
  });
  const isStreamed = ({ body }: Endpoint) => body === 'bytes';
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    pipeline.run(stateOf(request), request, reply);
  addRoutes(
    app,
    options.endpoints.filter((each) => !isStreamed(each)),
    answer,
  );
  // Streamed routes have a scope of their own, because their bodies must not be buffered first.
  app.register((scope, _options, done) => {
    acceptStreams(scope);
    addRoutes(scope, options.endpoints.filter(isStreamed), answer);
    done();
  });
  refuseOtherMethods(app, toRefuse(paths));

  await app.ready();
  if (!raw) throw new Error('the server was not made');
  const silent = watchSilent(raw);
  // Connections are limited because the storage cannot be written once file descriptors run out.
  boundConnections(raw, silent, connectionsWithin(descriptorsAtHand()));
  const drain = createDrain(raw, silent);
  return {
    raw,
    async listen(host, port) {
      await app.listen({ host, port });
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    beginDrain: () => drain.begin(),
    close: (cut) => drain.run(app.close(), cut),
  };
}

/**
 * Returns the endpoint that answers every path below a prefix. It does not decode the path, so that a person who
 * mistypes an address sees a page.
 */
const wildcardAt = (
  endpoints: readonly Endpoint[],
  { method, url }: FastifyRequest,
): Endpoint | undefined =>
  endpoints.find(
    (each) =>
      each.method === method && each.path.endsWith('/*') && url.startsWith(each.path.slice(0, -1)),
  );

function addRoutes(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  for (const endpoint of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.maxBodyBytes ?? ONE_MIB,
      config: { endpoint },
      handler,
    });
  }
}

function refuseOtherMethods(app: FastifyInstance, refusals: readonly MethodRefusal[]): void {
  for (const { path: otherMethods, methods } of refusals) {
    app.route({
      method: [...methods],
      url: otherMethods.path,
      exposeHeadRoute: false,
      config: { otherMethods },
      handler: (request) => {
        throw wrongMethod(request.method, otherMethods);
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly endpoint?: Endpoint;
    /** The methods of a path that was requested with another one. */
    readonly otherMethods?: MethodRefusal['path'];
  }
  interface FastifyRequest {
    state: RequestState | undefined;
  }
}

// Keeps bodies as bytes: the pipeline checks type and text itself, and answers a wrong type with its own 415.
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Fastify parses the content type of each request, except of types that were registered by name.
  for (const type of [...BODY_TYPES, '*']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
  }
}

// Passes bodies on unread: the handler reads them while they arrive.
function acceptStreams(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));
}

const FRAMEWORK_ERRORS: Readonly<Record<string, (request: FastifyRequest) => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    bodyTooLarge(routeOptions.config.endpoint ?? { maxBodyBytes: routeOptions.bodyLimit }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ({ routeOptions }) =>
    unsupportedMediaType(routeOptions.config.endpoint),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    fail('malformed-request', 'The length of the body differs from Content-Length.'),
};

function translateFramework(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return Object.hasOwn(FRAMEWORK_ERRORS, code) ? FRAMEWORK_ERRORS[code]?.(request) : error;
}
