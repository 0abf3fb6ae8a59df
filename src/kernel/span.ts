// The spans of a trace, as the code that is traced sees them. src/tracing makes and exports them, and is loaded only if
// traces are on.

/**
 * All that a span may tell beside its name and its time. None of it comes from what people entered: no path, query,
 * SQL, key of a file, address of a person or text of an error.
 */
export interface Attributes {
  readonly 'http.request.method'?: string;
  /** The route, with parameters as `:name`. */
  readonly 'http.route'?: string | undefined;
  readonly 'http.response.status_code'?: number;
  /** The name of the system that is called. */
  readonly 'server.address'?: string;
  readonly 'db.system.name'?: 'sqlite' | 'postgresql';
  readonly 'db.operation.name'?: string;
  /** The table. */
  readonly 'db.collection.name'?: string;
  /** The code of an error. */
  readonly 'error.type'?: string | undefined;
  readonly 'formstead.request_id'?: string;
  /** How many spans the trace has too many, which were left out. */
  readonly 'formstead.omitted_spans'?: number;
}

export interface SpanSpec {
  /** Has few different values. */
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: Attributes;
}

export interface Span {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** Names this span as a parent, for another service or a later time (W3C Trace Context). */
  readonly traceparent: string;
  /** Begins a span inside this one; undefined if the trace has too many. */
  child(spec: SpanSpec): Span | undefined;
  /** Adds a span inside this one that has just ended and took `ms` milliseconds. */
  past(spec: SpanSpec, ms: number): void;
  set(attributes: Attributes): void;
  /** Marks it as failed. @param type a code or the name of a class */
  fail(type: string): void;
  end(): void;
}

/** Begins traces. There is none unless traces are on. */
export interface Tracer {
  /**
   * Begins a span that continues the trace of `parent`, as {@link Span.traceparent} wrote it, or begins a trace of its own.
   * @returns undefined if the trace is not sampled
   */
  begin(spec: SpanSpec, parent?: string | undefined, state?: string | undefined): Span | undefined;
  /** Sends what has ended, for two seconds at most. */
  close(): Promise<void>;
}
