import type { LoadClient } from './load.ts';
import type { Report } from './report.ts';
import type { Pace } from './rounds.ts';

/**
 * Each file in bench/benchmarks/ exports one of these as `benchmark`. run.ts finds the files by itself, and
 * docs/benchmarks.md gets a section per benchmark.
 */
export interface Benchmark {
  /** In kebab-case, as on the command line. */
  readonly name: string;
  /** Position in the run and in the document. */
  readonly order: number;
  run(bench: Bench): Promise<Report>;
}

/** The resources that a benchmark gets. */
export interface Bench {
  readonly pace: Pace;
  /** True for a run that only shows that everything works. */
  readonly quick: boolean;
  readonly client: LoadClient;
  /** Creates an empty folder, which is removed at the end. */
  folder(): Promise<string>;
  /** Creates an empty database on a PostgreSQL whose commits are durable. */
  postgresUrl(): Promise<string>;
  /** Resources that stay until the end of the run, for what several benchmarks share because it takes minutes to make. */
  readonly whole: Bench;
  /** Registers a function that runs after the benchmark, the last one first, however the benchmark ends. */
  defer(cleanUp: () => Promise<void> | void): void;
}
