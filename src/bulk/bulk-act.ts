import type { Assignment } from '#form-basics/index.ts';
import type { ErrorCode } from '#kernel/error-catalogue.ts';
import type { Locale } from '#kernel/locale.ts';

/** What is done with each form. */
type FormAct = 'assign' | 'complete' | 'reopen' | 'delete' | 'restore';
/** What is done with each assignment. */
export type WorkAct = 'hand-on' | 'change' | 'remind' | 'cancel';
export type BulkActKind = FormAct | WorkAct;

const WORK_ACTS: readonly BulkActKind[] = ['hand-on', 'change', 'remind', 'cancel'];
export const isWorkAct = (act: BulkActKind): act is WorkAct => WORK_ACTS.includes(act);

/** What `change` changes of each assignment. */
export interface WorkChanges {
  /** In milliseconds; null: never. */
  readonly dueAt?: number | null | undefined;
  readonly priority?: 'normal' | 'high';
  readonly instructions?: string | null;
}

export type BulkActState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** `skipped`: there was nothing to do, or the user may not do it. `failed`: it was tried. */
export type Outcome = 'done' | 'skipped' | 'failed';

/** Why a form or an assignment was skipped or failed: it is as it should be already, it ended the process, or the code of an error. */
export type OutcomeReason = 'already' | 'interrupted' | ErrorCode;

/** An action on many forms or assignments, which runs in the background. */
export interface BulkAct {
  readonly id: string;
  readonly accountId: string;
  readonly act: BulkActKind;
  /** For `assign` and `hand-on`. */
  readonly assignment: Assignment | undefined;
  /** For `change`. */
  readonly changes: WorkChanges | undefined;
  readonly locale: Locale;
  readonly state: BulkActState;
  /** Why it failed as a whole: a reason and a sentence, as `joinReason` joins them. */
  readonly message: string | undefined;
  readonly total: number;
  /** The position of the next form, from 0. */
  readonly position: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly claims: number;
  readonly stalled: number;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly finishedAt: number | undefined;
  readonly expiresAt: number;
}

/** What became of one form or assignment. */
export interface ItemOutcome {
  readonly outcome: Outcome;
  readonly reason?: OutcomeReason;
  /** In English. */
  readonly message?: string;
}

const DAY_MS = 86_400_000;
/** How long reports are kept, in milliseconds. */
export const KEPT_MS = 7 * DAY_MS;
/** How many forms, or assignments, an action may have. Lists are counted exactly up to this number. */
export const MAX_ITEMS = 10_000;
/** How many may be chosen one by one. */
export const MAX_CHOSEN = 1000;
/** The most unfinished actions of one user. */
export const MAX_UNFINISHED = 3;
/** The most forms in all reports of one user. The oldest reports are deleted. */
export const MAX_REPORTED = 100_000;
/** The most reports of one user. */
export const MAX_REPORTS = 1000;
/** How long an action stays with a runner in which no form gets an outcome, in milliseconds. */
export const LEASE_MS = 60_000;
/** A form that ends the process this often is left out. */
export const MAX_STALLED = 3;
