import type { FastifyRequest } from 'fastify';
import { createNetworkSet, type Network, parseAddress } from '#kernel/addresses.ts';
import { inSpan } from '#kernel/on-behalf.ts';
import type { Span, Tracer } from '#kernel/span.ts';
import { inChild } from '#kernel/traced-work.ts';
import type { Pipeline } from './pipeline.ts';
import type { Authenticators, RequestOrigin } from './principal.ts';
import type { RequestState } from './request-state.ts';

export interface Tracing {
  readonly tracer: Tracer;
  /** Whose `traceparent` is continued; strangers could otherwise choose what is traced. Undefined: nobody's. */
  readonly trustedProxies?: readonly Network[] | undefined;
}

/** Returns the same pipeline, in which each sampled request is a span. */
export function tracePipeline(pipeline: Pipeline, { tracer, trustedProxies }: Tracing): Pipeline {
  const spans = new WeakMap<RequestState, Span>();
  const isTrusted = createNetworkSet(trustedProxies ?? []);
  const headersOf = ({ raw }: FastifyRequest) => {
    const peer = parseAddress(raw.socket.remoteAddress ?? '');
    return peer && isTrusted(peer) ? raw.headers : {};
  };
  const start = (state: RequestState, raw: FastifyRequest): Span | undefined => {
    // They come every few seconds and tell nothing.
    if (state.endpoint?.limit === 'health') return undefined;
    const { traceparent, tracestate } = headersOf(raw);
    const route = state.endpoint?.path;
    const attributes = {
      'http.request.method': raw.method,
      'http.route': route,
      'formstead.request_id': state.id,
    };
    const name = route === undefined ? raw.method : `${raw.method} ${route}`;
    const spec = { name, kind: 'server', attributes } as const;
    return tracer.begin(spec, textOf(traceparent), textOf(tracestate));
  };
  const inSpanOf = <T>(state: RequestState, work: () => T): T => {
    const span = spans.get(state);
    return span ? inSpan(span, work) : work();
  };
  return {
    begin(state, raw, reply) {
      const span = start(state, raw);
      if (span) spans.set(state, span);
      return inSpanOf(state, () => pipeline.begin(state, raw, reply));
    },
    run: (state, raw, reply) => inSpanOf(state, () => pipeline.run(state, raw, reply)),
    answerError: (state, error, reply) =>
      inSpanOf(state, () => pipeline.answerError(state, error, reply)),
    finish(state, raw, reply) {
      inSpanOf(state, () => pipeline.finish(state, raw, reply));
      const span = spans.get(state);
      const code = state.error?.code;
      span?.set({ 'http.response.status_code': reply.statusCode, 'error.type': code });
      if (reply.statusCode >= 500) span?.fail(code ?? String(reply.statusCode));
      span?.end();
    },
  };
}

/** Returns the same authenticators, in which each is a span. */
export function traceAuthenticators(them: Authenticators): Authenticators {
  const { session, link } = them;
  const spec = (scheme: string) => ({ name: `authenticate ${scheme}`, kind: 'internal' }) as const;
  return {
    bearer: (token, from) => inChild(spec('Bearer'), () => them.bearer(token, from)),
    get basic() {
      const { basic } = them;
      return (
        basic &&
        ((credentials: string, from: RequestOrigin) =>
          inChild(spec('Basic'), () => basic(credentials, from)))
      );
    },
    ...(session && { session: (cookie) => inChild(spec('Session'), () => session(cookie)) }),
    ...(link && { link: (text) => inChild(spec('link'), () => link(text)) }),
  };
}

/** A header that was sent twice is passed over; tracestate may be, and is joined by commas. */
const textOf = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.join(',');
