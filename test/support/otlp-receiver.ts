// A small collector: takes spans by OTLP over HTTP, as JSON, on this machine, and answers as the test says.
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { makePair } from './certificates.ts';
import { waitUntil } from './wait-until.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
}

export interface CollectorAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The bodies and headers of the requests, as they arrived. */
  readonly requests: readonly {
    readonly body: string;
    readonly headers: Readonly<Record<string, unknown>>;
  }[];
  /** Sets the answer; undefined: none ever comes. */
  answer(answer: CollectorAnswer | undefined): void;
  /** Waits until a span has arrived, and returns it. */
  waitFor(is: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

type Value = { readonly stringValue?: string; readonly intValue?: number };
interface Body {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly startTimeUnixNano: string;
        readonly endTimeUnixNano: string;
        readonly status: { readonly code: number };
        readonly attributes: readonly { readonly key: string; readonly value: Value }[];
      })[];
    }[];
  }[];
}

const spansOf = (body: string): readonly ReceivedSpan[] =>
  (JSON.parse(body) as Body).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      startMs: Number(span.startTimeUnixNano) / 1e6,
      endMs: Number(span.endTimeUnixNano) / 1e6,
      isFailed: span.status.code === 2,
      attributes: Object.fromEntries(
        span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
      ),
    }));

export async function startCollector(
  options: { readonly isSecure?: boolean } = {},
): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const requests: { body: string; headers: Readonly<Record<string, unknown>> }[] = [];
  let answer: CollectorAnswer | undefined = { status: 200, body: '{}' };
  const take: RequestListener = (request, response) => {
    void text(request).then((body) => {
      requests.push({ body, headers: request.headers });
      if (!answer) return;
      if (answer.status === 200 && request.url === '/v1/traces') spans.push(...spansOf(body));
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  };
  const pair = options.isSecure ? await makePair(Date.now(), ['localhost']) : undefined;
  if (pair) setDefaultCACertificates([...getCACertificates(), pair.ca]);
  const server = pair ? createHttpsServer(pair, take) : createHttpServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http${pair ? 's' : ''}://localhost:${port}`,
    spans,
    requests,
    answer(next) {
      answer = next;
    },
    async waitFor(is) {
      await waitUntil(() => spans.some(is));
      return spans.find(is) as ReceivedSpan;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
