import type { LoadClient } from './load.ts';
import type { Report } from './report.ts';
import type { Pace } from './rounds.ts';

/**
 * One file in bench/benchmarks/ exports one of these as `benchmark`; run.ts finds it by itself and
 * docs/benchmarks.md gets a section of its name.
 */
export interface Benchmark {
  /** In kebab-case, as on the command line. */
  readonly name: string;
  /** Position in the run and in the document. */
  readonly order: number;
  run(bench: Bench): Promise<Report>;
}

/** What a benchmark is handed. */
export interface Bench {
  readonly pace: Pace;
  /** True for a run that only shows that everything works. */
  readonly quick: boolean;
  readonly client: LoadClient;
  /** A new empty folder, removed at the end. */
  folder(): Promise<string>;
  /** A new empty database on a PostgreSQL whose commits are durable. */
  postgresUrl(): Promise<string>;
  /** Runs after the benchmark, last one first, however it ends. */
  defer(cleanUp: () => Promise<void> | void): void;
}
