// The JSON of OTLP 1: an ExportTraceServiceRequest. Ids are in hexadecimal, times are texts, because
// they are numbers of 64 bits, and enums are numbers (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
import type { Attributes, SpanSpec } from '#kernel/span.ts';

/** What a node says about itself. */
export type Resource = Readonly<
  Record<'service.name' | 'service.version' | 'service.instance.id' | 'host.name', string>
>;

export interface EndedSpan extends Required<SpanSpec> {
  readonly traceId: string;
  /** The tracestate of the parent. */
  readonly state: string | undefined;
  readonly spanId: string;
  readonly parentId: string | undefined;
  /** The parent is a span of another process. */
  readonly isRemote: boolean;
  /** Milliseconds since the epoch, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
}

const KINDS: Readonly<Record<SpanSpec['kind'], number>> = {
  internal: 1,
  server: 2,
  client: 3,
  consumer: 5,
};
/** Bit 1: the trace is sampled. Bit 9: it is known whether the parent is of another process, which is bit 10. */
const LOCAL_FLAGS = 0x101;
const REMOTE_FLAGS = 0x301;
const STATUS_ERROR = 2;

/** Returns the request that reports these spans. */
export function requestOf(resource: Resource, spans: readonly EndedSpan[]): string {
  const scope = { name: 'formstead', version: resource['service.version'] };
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: listOf(resource) },
        scopeSpans: [{ scope, spans: spans.map(spanOf) }],
      },
    ],
  });
}

const spanOf = (span: EndedSpan): object => ({
  traceId: span.traceId,
  spanId: span.spanId,
  traceState: span.state,
  parentSpanId: span.parentId,
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanosOf(span.startMs),
  endTimeUnixNano: nanosOf(span.endMs),
  attributes: listOf(span.attributes),
  status: { code: span.isFailed ? STATUS_ERROR : 0 },
  flags: span.isRemote ? REMOTE_FLAGS : LOCAL_FLAGS,
});

/** A number can't hold nanoseconds since the epoch exactly, but microseconds. */
const nanosOf = (ms: number): string => `${Math.round(ms * 1000)}000`;

const listOf = (attributes: Attributes | Resource): readonly object[] =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValueOf(value) }],
  );

const anyValueOf = (value: string | number): object =>
  typeof value === 'string' ? { stringValue: value } : { intValue: value };
