// The HTTPS server and the one way through it. This folder owns transport, authentication hook,
// limits, error writers and the request log; it knows no domain, no storage and no token format:
// those are handed in by app.ts.
import type { Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { SecureContextOptions, SecureVersion } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { AppError, fail } from '#kernel/errors.ts';
import { isAppPath } from './browser.ts';
import { bodyTooLarge, ONE_MIB } from './byte-body.ts';
import { connectionsWithin, descriptorsAtHand } from './descriptors.ts';
import { createDrain } from './drain.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import { createLargeBodies } from './large-bodies.ts';
import { createServer as createHttpServer } from './node-http.ts';
import { createPipeline, type PipelineDeps, type RequestState } from './pipeline.ts';
import { BODY_TYPES, unsupportedMediaType } from './request-body.ts';
import { withScimVersion } from './scim-version.ts';
import { boundConnections, watchSilent } from './silent-connections.ts';
import { createUnreadableHandlers } from './unreadable-request.ts';
import {
  findPath,
  METHODS,
  methodsOf,
  type PathMethods,
  ROUTED_METHODS,
  wrongMethod,
} from './wrong-method.ts';

export interface ServerOptions extends PipelineDeps {
  readonly endpoints: readonly Endpoint[];
  /** Left out in proxy mode: plain HTTP behind a trusted proxy. */
  readonly tls?: SecureContextOptions & { readonly minVersion?: SecureVersion };
}

export interface Server {
  /** Listens; port 0 picks a free one. @returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Goes on as before, but closes each connection behind its answer: clients open their next one elsewhere. */
  beginDrain(): void;
  /** Stops accepting and lets running requests finish, until `cut` ends them. */
  close(cut?: AbortSignal): Promise<void>;
  readonly raw: HttpServer | HttpsServer;
}

const MAX_HEADER_BYTES = 65_536;
/** Ten MiB over a poor mobile network take minutes; headers have their own, shorter time. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;

/** Builds the server: every endpoint behind the same pipeline. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const pipeline = createPipeline(options);
  const paths = methodsOf(options.endpoints);
  const pathAt = findPath(paths);
  const unreadable = createUnreadableHandlers(options);
  let raw: HttpServer | HttpsServer | undefined;

  /** Of the path, when it has no such method. */
  const otherMethodsAt = ({ method, url, routeOptions }: FastifyRequest) =>
    ROUTED_METHODS.includes(method) ? routeOptions.config.otherMethods : pathAt(url);
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
      // By what answers, however its path was written: /%61pp is /app.
      app: isAppPath(endpoint?.path ?? other?.path ?? request.url),
      protocol: endpoint?.protocol ?? protocolOf(request.url),
      ip: request.socket.remoteAddress ?? '',
      isPlain: false,
      principal: undefined,
      usages: [],
      notes: undefined,
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
    // A request that comes over an open connection at the last moment is answered like any other.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => withScimVersion(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADER_BYTES },
    clientErrorHandler: unreadable.clientError,
    frameworkErrors(error, request, reply) {
      // A target the router can't read, for instance a broken percent-encoding.
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

  // None of them takes a body: what comes along is thrown away, whatever it says it is.
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
  // A scope of its own: what is streamed must not be gathered first.
  app.register((scope, _options, done) => {
    acceptStreams(scope);
    addRoutes(scope, options.endpoints.filter(isStreamed), answer);
    done();
  });
  refuseOtherMethods(app, paths);

  await app.ready();
  if (!raw) throw new Error('the server was not made');
  const silent = watchSilent(raw);
  // Out of descriptors, the storage could not be written.
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

/** What answers all paths below one does not read them: whoever mistypes the address of a page sees a page. */
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

function refuseOtherMethods(app: FastifyInstance, paths: readonly PathMethods[]): void {
  for (const otherMethods of paths) {
    app.route({
      method: ROUTED_METHODS.filter((method) => !otherMethods.allowed.has(method)),
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
    /** Of a path without the method that was sent. */
    readonly otherMethods?: PathMethods;
  }
  interface FastifyRequest {
    state: RequestState | undefined;
  }
}

// Bodies stay bytes: the pipeline checks type and text itself, and a wrong type must be its 415.
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  // Fastify takes a type apart for each request, but for those it was told of by name.
  for (const type of [...BODY_TYPES, '*']) {
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
  }
}

// Bodies that the handler reads while they arrive.
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
    fail('malformed-request', 'The body has another length than Content-Length says.'),
};

function translateFramework(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError || !(error instanceof Error) || !('code' in error)) return error;
  const code = String(error.code);
  return Object.hasOwn(FRAMEWORK_ERRORS, code) ? FRAMEWORK_ERRORS[code]?.(request) : error;
}

function protocolOf(url: string): Protocol {
  if (/^\/scim(\/|\?|$)/i.test(url)) return 'scim';
  return /^\/connect(\/|\?|$)/i.test(url) ? 'oauth' : 'problem';
}
