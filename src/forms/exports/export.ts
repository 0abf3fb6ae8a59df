import type { Locale } from '#forms/engine/engine-types.ts';
import type { FormStatus } from '#forms/form.ts';

export type ExportKind = 'csv' | 'json' | 'pdf';
export type ExportState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface ExportOptions {
  readonly status?: FormStatus | undefined;
  /** Last changed at or after, and before; milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Begins CSV with a byte order mark, by which Excel knows UTF-8. */
  readonly bom?: boolean | undefined;
  readonly locale: Locale;
}

/** A record that could not be exported as it is; the others were. */
export interface ExportProblem {
  readonly formId: string;
  /** What people call the form. */
  readonly form: string;
  readonly text: string;
}

export interface ExportFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly storageKey: string;
}

/** What the files of an export take. */
export const bytesOf = (files: readonly ExportFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

export interface ExportJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ExportKind;
  /** Of all its forms that the person may see, or else of the one form. */
  readonly templateId: string | undefined;
  readonly formId: string | undefined;
  readonly options: ExportOptions;
  readonly state: ExportState;
  /** Percent. */
  readonly progress: number;
  /** Forms written so far. */
  readonly written: number;
  /** Why it failed. */
  readonly message: string | undefined;
  /** The first of them; a file of the result names more. */
  readonly problems: readonly ExportProblem[];
  readonly problemCount: number;
  readonly files: readonly ExportFile[];
  readonly attempts: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | undefined;
  readonly expiresAt: number;
}

const DAY_MS = 86_400_000;
/** So long results are kept. */
export const KEPT_MS = 7 * DAY_MS;
/** Of one person at a time. */
export const MAX_UNFINISHED = 10;
/** A runner that says nothing for so long is thought dead. */
export const LEASE_MS = 60_000;
/** An export that ends its process each time is not begun for ever. */
export const MAX_ATTEMPTS = 5;
/** Named in a file of the result. */
export const MAX_KEPT_PROBLEMS = 100_000;
/** Named in the job itself. */
export const MAX_NAMED_PROBLEMS = 100;
