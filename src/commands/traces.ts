import { type DestinationStream, type Logger, pino } from 'pino';
import type { Settings } from '#config/settings.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Random } from '#kernel/ids.ts';
import { currentSpan } from '#kernel/on-behalf.ts';
import type { Tracer } from '#kernel/span.ts';
import { VERSION } from '#kernel/version.ts';
import type { Meter } from '#metrics/index.ts';

/** Opens the log. If traces are on, a line that is written in a span has its trace id. */
export function openLogger({ logging, tracing }: Settings, sink: DestinationStream): Logger {
  const { level } = logging;
  return pino(
    tracing ? { level, mixin: () => ({ traceId: currentSpan()?.traceId }) } : { level },
    sink,
  );
}

interface TracesDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly meter: Meter | undefined;
}

/** Opens the traces of a server; undefined if they are off, and then none of their code is loaded. */
export async function openTraces(
  { tracing }: Settings,
  { clock, random, log, meter }: TracesDeps,
): Promise<Tracer | undefined> {
  if (!tracing) return undefined;
  const { openTracer } = await import('#tracing/index.ts');
  return openTracer({
    ...{ clock, random, version: VERSION, url: tracing.url, share: tracing.share },
    headers: tracing.headers.reveal(),
    onSpans: (outcome, count) => meter?.count('formstead_trace_spans_total', { outcome }, count),
    onTrouble: (reason) => log.warn({ reason }, 'traces are dropped'),
    onRecovery: () => log.info('traces arrive again'),
  });
}
