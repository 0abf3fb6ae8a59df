/**
 * Traces by OpenTelemetry: makes spans, and sends them to a collector by OTLP over HTTP, as JSON (decision 83). Loaded only if
 * FORMSTEAD_OTLP_ENDPOINT is set. It knows no domain: those name what they do with the functions of kernel/span.ts.
 */
export { openTracer } from './tracer.ts';
