import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
} from './catalogue.ts';

/** Counts and measures what Prometheus reads. There is none unless metrics are on. */
export interface Meter {
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /** @param seconds the duration to observe */
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  set<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>, value: number): void;
  remove<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>): void;
  /** Removes all series of a counter. */
  clear(name: CounterName): void;
  /** Returns all metrics in the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Loads the client library, which nothing else loads, and registers the catalogue and the metrics of Node itself. */
export async function openMeter(): Promise<Meter> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    '@prometheus-io/client'
  );
  const registry = new Registry();
  const registers = [registry];
  const counters = new Map<string, InstanceType<typeof Counter<string>>>();
  const gauges = new Map<string, InstanceType<typeof Gauge<string>>>();
  const histograms = new Map<string, InstanceType<typeof Histogram<string>>>();
  for (const [name, spec] of Object.entries(METRICS)) {
    const config = { name, help: spec.help, labelNames: [...spec.labels], registers };
    if (spec.kind === 'counter') counters.set(name, new Counter<string>(config));
    else if (spec.kind === 'gauge') {
      const gauge = new Gauge<string>(config);
      // It has no value until something is known.
      if (spec.labels.length === 0) gauge.remove({});
      gauges.set(name, gauge);
    }
    if (spec.kind === 'histogram') {
      const buckets = [...spec.buckets];
      histograms.set(name, new Histogram<string>({ ...config, buckets }));
    }
  }
  // Event-loop delay, garbage collection, memory, CPU and descriptors.
  collectDefaultMetrics({ register: registry });
  return {
    count: (name, labels, by = 1) => counters.get(name)?.inc({ ...labels }, by),
    observe: (name, labels, seconds) => histograms.get(name)?.observe({ ...labels }, seconds),
    set: (name, labels, value) => gauges.get(name)?.set({ ...labels }, value),
    remove: (name, labels) => gauges.get(name)?.remove({ ...labels }),
    clear: (name) => counters.get(name)?.reset(),
    text: () => registry.metrics(),
  };
}
