import type { Viewer } from '#forms/form.ts';
import type { ExportJob, ExportProblem } from './export.ts';
import type { ExportWork } from './export-deps.ts';

/** What a writer of an export is handed. */
export interface ExportContext {
  readonly work: ExportWork;
  readonly job: ExportJob;
  /** Who asked for it, as they are now. */
  readonly owner: Viewer & { readonly accountCode: string };
  /** Aborts when the export is cancelled or the service stops. */
  readonly signal: AbortSignal;
  /** One more form is written. */
  wrote(): void;
  /** How far the forms have been gone through, 0 to 100. */
  reached(percent: number): void;
  /** A record that could not be written. */
  miss(problem: ExportProblem): void;
}
