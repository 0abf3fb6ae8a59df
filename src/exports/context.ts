import type { Viewer } from '#form-basics/index.ts';
import type { ExportJob, ExportProblem } from './export.ts';
import type { ExportWork } from './export-deps.ts';

/** The data and callbacks for the writer of an export. */
export interface ExportContext {
  readonly work: ExportWork;
  readonly job: ExportJob;
  /** The user who created the export, with their current role. */
  readonly owner: Viewer & { readonly accountCode: string };
  /** Aborts when the export is cancelled or the service stops. */
  readonly signal: AbortSignal;
  /** Counts a written form. */
  wrote(): void;
  /** Reports the share of the forms that have been processed, 0 to 100. */
  reached(percent: number): void;
  /** Reports a record that could not be written. */
  miss(problem: ExportProblem): void;
}
