import { hostname } from 'node:os';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import type { Span, SpanSpec, Tracer } from '#kernel/span.ts';
import { createExporter, type ExporterDeps } from './exporter.ts';
import type { EndedSpan, Resource } from './otlp.ts';
import { createHex } from './random-hex.ts';
import { parseParent, parseState } from './trace-context.ts';

export interface TracerDeps extends Omit<ExporterDeps, 'resource'> {
  readonly clock: Clock;
  readonly random: Random;
  /** The share of the traces that begin here, from 0 to 1. */
  readonly share: number;
  readonly version: string;
}

/** Spans of one trace and node, so that one large request does not take the place of all others. */
const MOST_SPANS = 200;
const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;
/** Digits at the end of a trace id by which it is sampled: they are random (W3C Trace Context, level 2). */
const SAMPLED_DIGITS = 12;

/** What the spans of a trace on this node share. */
interface Trace {
  readonly id: string;
  readonly state: string | undefined;
  /** When its first span began by the clock, and by the counter that measures times. */
  readonly beganAt: number;
  readonly counter: number;
  spans: number;
  omitted: number;
}

/** Where a span belongs. */
interface Place {
  readonly parentId: string | undefined;
  readonly isRemote?: boolean;
  readonly startMs?: number;
}

/** Opens the traces of a node. */
export function openTracer(deps: TracerDeps): Tracer {
  const { clock, random, share } = deps;
  const hex = createHex(random);
  const resource: Resource = {
    'service.name': 'formstead',
    'service.version': deps.version,
    'service.instance.id': hex(TRACE_DIGITS),
    'host.name': hostname(),
  };
  const exporter = createExporter({ ...deps, resource });
  const isSampled = (traceId: string): boolean =>
    Number.parseInt(traceId.slice(-SAMPLED_DIGITS), 16) < share * 16 ** SAMPLED_DIGITS;

  const nowIn = ({ beganAt, counter }: Trace): number => beganAt + performance.now() - counter;

  const enter = (
    trace: Trace,
    spec: SpanSpec,
    { parentId, isRemote = false, startMs = nowIn(trace) }: Place,
  ): Span => {
    const spanId = hex(SPAN_DIGITS);
    const { name, kind } = spec;
    let attributes = spec.attributes ?? {};
    let isFailed = false;
    let isEnded = false;
    trace.spans += 1;
    const hasRoom = (): boolean => {
      if (trace.spans < MOST_SPANS) return true;
      trace.omitted += 1;
      return false;
    };
    return {
      traceId: trace.id,
      traceparent: `00-${trace.id}-${spanId}-01`,
      child: (inner) => (hasRoom() ? enter(trace, inner, { parentId: spanId }) : undefined),
      past(inner, ms) {
        if (hasRoom()) {
          enter(trace, inner, { parentId: spanId, startMs: nowIn(trace) - ms }).end();
        }
      },
      set(more) {
        attributes = { ...attributes, ...more };
      },
      fail(type) {
        isFailed = true;
        attributes = { ...attributes, 'error.type': type };
      },
      end() {
        if (isEnded) return;
        isEnded = true;
        const { omitted } = trace;
        const ended: EndedSpan = {
          ...{ traceId: trace.id, state: trace.state, spanId, parentId, isRemote },
          ...{ name, kind, isFailed },
          attributes:
            omitted > 0 ? { ...attributes, 'formstead.omitted_spans': omitted } : attributes,
          startMs,
          endMs: nowIn(trace),
        };
        exporter.add(ended);
      },
    };
  };

  return {
    begin(spec, traceparent, tracestate) {
      const parent = parseParent(traceparent);
      const id = parent?.traceId ?? hex(TRACE_DIGITS);
      if (!(parent?.isSampled ?? isSampled(id))) return undefined;
      const trace: Trace = {
        id,
        state: parent && parseState(tracestate),
        beganAt: clock.now(),
        counter: performance.now(),
        spans: 0,
        omitted: 0,
      };
      return enter(trace, spec, { parentId: parent?.spanId, isRemote: parent !== undefined });
    },
    close: exporter.close,
  };
}
