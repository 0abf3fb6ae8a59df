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
import { createDrain } from './drain.ts';
import type { Endpoint, Protocol } from './endpoint.ts';
import { createServer as createHttpServer, METHODS as KNOWN_METHODS } from './node-http.ts';
import { createPipeline, type PipelineDeps, type RequestState } from './pipeline.ts';
import { unsupportedMediaType } from './request-body.ts';
import { withScimVersion } from './scim-version.ts';
import { createUnreadableHandlers } from './unreadable-request.ts';

export interface ServerOptions extends PipelineDeps {
  readonly endpoints: readonly Endpoint[];
  /** Left out in proxy mode: plain HTTP behind a trusted proxy. */
  readonly tls?: SecureContextOptions & { readonly minVersion?: SecureVersion };
}

export interface Server {
  /** Listens; port 0 picks a free one. @returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Stops accepting and lets running requests finish, until `cut` ends them. */
  close(cut?: AbortSignal): Promise<void>;
  readonly raw: HttpServer | HttpsServer;
}

const MAX_HEADER_BYTES = 65_536;
/** Ten MiB over a poor mobile network take minutes; headers have their own, shorter time. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
/** All that the parser reads; a CONNECT never becomes a request. */
const METHODS = KNOWN_METHODS.filter((method) => method !== 'CONNECT');

/** Builds the server: every endpoint behind the same pipeline. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const pipeline = createPipeline(options);
  const unreadable = createUnreadableHandlers(options);
  let raw: HttpServer | HttpsServer | undefined;

  const stateOf = (request: FastifyRequest): RequestState => {
    if (request.state) return request.state;
    const { endpoint, anyone = false } = request.routeOptions.config;
    const state: RequestState = {
      id: options.ids.next(),
      startedAt: options.clock.now(),
      endpoint,
      anyone: anyone || endpoint?.access === 'public',
      app: isAppPath(request.url),
      protocol: endpoint?.protocol ?? protocolOf(request.url),
      ip: request.socket.remoteAddress ?? '',
      principal: undefined,
      usages: [],
      notes: undefined,
      error: undefined,
      sent: undefined,
    };
    request.state = state;
    return state;
  };

  const app = Fastify({
    logger: false,
    bodyLimit: ONE_MIB,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => withScimVersion(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_HEADER_BYTES },
    clientErrorHandler: unreadable.clientError,
    frameworkErrors(error, request, reply) {
      // A target the router can't read, for instance a broken percent-encoding.
      const state = stateOf(request);
      const bad = fail('malformed-request', 'The path is not a valid URL path.', { cause: error });
      pipeline.begin(state, request, reply).then(
        () => pipeline.answerError(state, bad, reply),
        (refused: unknown) => pipeline.answerError(state, refused, reply),
      );
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

  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  acceptAnyBody(app);
  app.decorateRequest('state', undefined);
  app.addHook('onRequest', (request, reply) => pipeline.begin(stateOf(request), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    pipeline.finish(stateOf(request), request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) =>
    pipeline.answerError(stateOf(request), translateFramework(error, request), reply),
  );
  app.setNotFoundHandler((request, reply) => pipeline.run(stateOf(request), request, reply));
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
  refuseOtherMethods(app, options.endpoints);

  await app.ready();
  if (!raw) throw new Error('the server was not made');
  const drain = createDrain(raw);
  return {
    raw,
    async listen(host, port) {
      await app.listen({ host, port });
      const address = app.server.address();
      return typeof address === 'object' && address !== null ? address.port : port;
    },
    close: (cut) => drain.run(app.close(), cut),
  };
}

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

function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[]): void {
  for (const [path, group] of Map.groupBy(endpoints, (each) => each.path)) {
    const allowed = new Set<string>(group.map((each) => each.method));
    if (allowed.has('GET')) allowed.add('HEAD');
    const allow = [...allowed].join(', ');
    const isPublic = group.every((each) => each.access === 'public');
    app.route({
      method: METHODS.filter((method) => !allowed.has(method)),
      url: path,
      exposeHeadRoute: false,
      config: { anyone: isPublic },
      handler: (request) => {
        throw fail(
          'method-not-allowed',
          `${request.method} is not supported here, only ${allow}.`,
          {
            headers: { allow },
          },
        );
      },
    });
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly endpoint?: Endpoint;
    /** A wrong method on a public path is answered without credentials. */
    readonly anyone?: boolean;
  }
  interface FastifyRequest {
    state: RequestState | undefined;
  }
}

// Bodies stay bytes: the pipeline checks type and text itself, and a wrong type must be its 415.
function acceptAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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
