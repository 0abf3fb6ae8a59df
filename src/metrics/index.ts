/**
 * What Prometheus reads at /metrics: the catalogue of metrics, their counting, and the two ways to read them. It knows no
 * domain: those call functions that they are handed, and what is read for a scrape is a source of src/measurements.ts.
 */
export { METRICS } from './catalogue.ts';
export { type Collector, createCollector, type MetricSource } from './collector.ts';
export { getMetrics } from './get-metrics.ts';
export { listenForScrapes } from './listen-for-scrapes.ts';
export { measureJobs } from './measure-jobs.ts';
export { createRequestMeter, type RequestMeter } from './measure-requests.ts';
export { type Meter, openMeter } from './meter.ts';
