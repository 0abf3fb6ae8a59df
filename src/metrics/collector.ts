import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#kernel/clock.ts';
import type { GaugeName, LabelsOf } from './catalogue.ts';
import type { Meter } from './meter.ts';

/** How long one source may take; a scrape waits no longer. Prometheus gives up after 10 seconds by default. */
const DEADLINE_MS = 3000;
/** Several Prometheus servers, or one in a hurry, cost the storage no more than one. */
const FRESH_MS = 5000;

export type SetGauge = <Name extends GaugeName>(
  name: Name,
  labels: LabelsOf<Name>,
  value: number,
) => void;

/** Something whose state is read for a scrape. */
export interface MetricSource {
  readonly name: string;
  /** Sets its gauges. Those that it doesn't set, because it fails for instance, are absent from the scrape. */
  read(set: SetGauge): Promise<void>;
}

export interface Collector {
  /** Reads all sources, unless that was done in the last five seconds, and returns all metrics as text. */
  text(): Promise<string>;
}

interface CollectorDeps {
  readonly meter: Meter;
  readonly clock: Clock;
  readonly sources: readonly MetricSource[];
  readonly onError: (error: unknown, source: string) => void;
}

export function createCollector({ meter, clock, sources, onError }: CollectorDeps): Collector {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  /** Functions that remove what each source set. */
  const undo = new Map<MetricSource, readonly (() => void)[]>();

  const read = async (source: MetricSource): Promise<void> => {
    const { name } = source;
    const values: { readonly apply: () => void; readonly remove: () => void }[] = [];
    const deadline = new AbortController();
    const late = sleep(DEADLINE_MS, undefined, { signal: deadline.signal, ref: false }).then(() => {
      throw new Error(`${name} could not be read within ${DEADLINE_MS / 1000} seconds`);
    });
    late.catch(() => undefined);
    let isRead = true;
    try {
      const work = source.read((gauge, labels, value) => {
        const apply = () => meter.set(gauge, labels, value);
        values.push({ apply, remove: () => meter.remove(gauge, labels) });
      });
      work.catch(() => undefined);
      await Promise.race([work, late]);
    } catch (error) {
      isRead = false;
      onError(error, name);
    } finally {
      deadline.abort();
    }
    for (const remove of undo.get(source) ?? []) remove();
    const read = isRead ? values : [];
    for (const { apply } of read) apply();
    undo.set(
      source,
      read.map(({ remove }) => remove),
    );
    meter.set('formstead_collected', { source: name }, isRead ? 1 : 0);
  };
  const readAll = async (): Promise<void> => {
    await Promise.all(sources.map(read));
    readAt = clock.now();
    reading = undefined;
  };

  return {
    async text() {
      const age = clock.now() - readAt;
      // A negative age: the clock went back, and what was read is of a time that is still to come.
      if (age >= FRESH_MS || age < 0) reading ??= readAll();
      await reading;
      return meter.text();
    },
  };
}
