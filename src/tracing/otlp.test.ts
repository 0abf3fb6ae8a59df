// What OpenTelemetry's own package writes for the same spans is the yardstick.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { type EndedSpan, requestOf } from './otlp.ts';

type ReadableSpan = Parameters<typeof JsonTraceSerializer.serializeRequest>[0][number];

const RESOURCE = {
  'service.name': 'formstead',
  'service.version': '1.2.3',
  'service.instance.id': 'i',
  'host.name': 'h',
} as const;
const SPAN: EndedSpan = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentId: '00f067aa0ba902b7',
  isRemote: true,
  state: 'vendor=1,other=2',
  name: 'GET /v2/formz',
  kind: 'server',
  isFailed: false,
  attributes: {
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'error.type': undefined,
  },
  startMs: 1_790_000_000_123.456,
  endMs: 1_790_000_000_125.001,
};
const SPANS: readonly EndedSpan[] = [
  SPAN,
  { ...SPAN, isRemote: false, kind: 'client', state: undefined, isFailed: true },
  { ...SPAN, parentId: undefined, isRemote: false, kind: 'internal', attributes: {} },
  { ...SPAN, kind: 'consumer' },
];
const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const;
const RESOURCE_OF_THEIRS = { attributes: RESOURCE } as unknown as ReadableSpan['resource'];

/** Returns the time as OpenTelemetry has it: seconds and nanoseconds. */
const timeOf = (ms: number): [number, number] => [
  Math.floor(ms / 1000),
  Math.round((ms % 1000) * 1000) * 1000,
];

const theirsOf = (span: EndedSpan): ReadableSpan =>
  ({
    ...{ name: span.name, kind: KINDS[span.kind], events: [], links: [] },
    ...{ droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 },
    spanContext: () => ({
      ...{ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 },
      traceState: span.state && { serialize: () => span.state },
    }),
    parentSpanContext: span.parentId && {
      ...{ traceId: span.traceId, spanId: span.parentId, isRemote: span.isRemote },
    },
    startTime: timeOf(span.startMs),
    endTime: timeOf(span.endMs),
    status: { code: span.isFailed ? 2 : 0 },
    attributes: Object.fromEntries(
      Object.entries(span.attributes).filter(([, value]) => value !== undefined),
    ),
    resource: RESOURCE_OF_THEIRS,
    instrumentationScope: { name: 'formstead', version: '1.2.3' },
  }) as unknown as ReadableSpan;

/** Leaves out members that say that there is nothing. */
const meaningful = (text: string): unknown =>
  JSON.parse(text, (key, value) =>
    (/^dropped.*Count$/.test(key) && value === 0) ||
    (/^(?:events|links)$/.test(key) && value.length === 0)
      ? undefined
      : value,
  );

test('spans are written as OpenTelemetry writes them', () => {
  const theirs = JsonTraceSerializer.serializeRequest(SPANS.map(theirsOf));
  assert.deepEqual(
    meaningful(requestOf(RESOURCE, SPANS)),
    meaningful(new TextDecoder().decode(theirs)),
  );
});
