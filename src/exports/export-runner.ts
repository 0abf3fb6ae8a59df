import { ZipFull } from '#answer-tables/index.ts';
import type { Tx } from '#db/database.ts';
import { forgetLoose } from '#form-records/index.ts';
import type { Job } from '#jobs/jobs.ts';
import { createLanes } from '#jobs/lanes.ts';
import { AppError } from '#kernel/errors.ts';
import type { Owner, Shares } from '#kernel/fair-queue.ts';
import { joinReason } from '#kernel/reasoned-text.ts';
import { SHARES } from '#kernel/shares.ts';
import { ProcessEnded } from '#processes/lone-process.ts';
import { cleanExpired } from './clean-expired.ts';
import type { ExportContext } from './context.ts';
import {
  claimExport,
  type ExportChanges,
  type ExportSize,
  findOwner,
  selectOwnersWaiting,
  updateExport,
} from './export.store.ts';
import {
  bytesOf,
  type ExportJob,
  type ExportProblem,
  KEPT_MS,
  MAX_KEPT_PROBLEMS,
  MAX_NAMED_CODE_POINTS,
  MAX_NAMED_PROBLEMS,
  MAX_SHOWN_CODE_POINTS,
  MAX_STALLED,
} from './export.ts';
import type { ExportWork } from './export-deps.ts';
import { joinScopes, scopeOf } from './export-scope.ts';
import { runExport, writeProblems } from './run-export.ts';

const SHARES_OF: Readonly<Record<ExportSize, Shares>> = {
  small: SHARES.smallExports.shares,
  large: SHARES.largeExports.shares,
};
const BEAT_MS = 1000;
const LOOK_MS = 30_000;

export interface ExportRunnerDeps extends ExportWork {
  readonly onError: (error: unknown) => void;
  /** Called when an export has ended on this node; `interrupted` if it begins again later. */
  readonly onEnd?: ((kind: ExportJob['kind'], outcome: ExportOutcome) => void) | undefined;
}

export type ExportOutcome = 'done' | 'failed' | 'cancelled' | 'interrupted';

/** Runs exports: one of each size of a person at a time, and accounts and their people take turns. */
export interface ExportRunner {
  /** Signals that an export waits. */
  wake(): void;
  /** Looks regularly for exports that another node has left. */
  readonly job: Job;
  /** Stops the runner. A running export starts again on another node, or at the next start. */
  close(): Promise<void>;
}

export function createExportRunner(deps: ExportRunnerDeps): ExportRunner {
  const { db, clock, onError } = deps;
  const stop = new AbortController();
  const lanesOf = (size: ExportSize) =>
    createLanes({
      shares: SHARES_OF[size],
      ownerOf: (owner: Owner) => owner,
      due: () => selectOwnersWaiting(db.reader, size, clock.now()),
      async find(owner) {
        const job = await claimExport(db.reader, owner, size, clock.now());
        return job ? [job] : [];
      },
      async work(job) {
        const outcome = await runOne(deps, job, stop.signal);
        deps.onEnd?.(job.kind, outcome);
      },
      onError,
    });
  const lanes = [lanesOf('small'), lanesOf('large')];
  const look = () => Promise.all(lanes.map((each) => each.look()));
  return {
    wake: () => void look(),
    job: {
      name: 'run-exports',
      everyMs: LOOK_MS,
      async run() {
        await look();
        await cleanExpired(deps);
      },
    },
    async close() {
      stop.abort();
      await Promise.all(lanes.map((each) => each.close()));
    },
  };
}

/** Runs one export. Errors of the export itself are reported to its owner and never thrown. */
async function runOne(
  deps: ExportRunnerDeps,
  job: ExportJob,
  stop: AbortSignal,
): Promise<ExportOutcome> {
  const { db, clock, onError } = deps;
  const tell = (tx: Tx, outcome: 'done' | 'failed') =>
    deps.tell(tx, {
      ...{ accountId: job.accountId, kind: 'export-ready', outcome, key: outcome },
      ...{ about: { type: 'export', id: job.id }, to: [{ type: 'User', id: job.createdBy }] },
    });
  const end = (changes: ExportChanges) =>
    db.transaction(async (tx) => {
      const now = clock.now();
      const times = { finishedAt: now, expiresAt: now + KEPT_MS };
      if (await updateExport(tx, job, { ...changes, ...times })) await tell(tx, 'failed');
    });
  if (job.stalled > MAX_STALLED) {
    await end({
      state: 'failed',
      message: joinReason(
        'interrupted',
        `It was interrupted ${MAX_STALLED} times. Start it again.`,
      ),
    });
    return 'failed';
  }
  const owner = await findOwner(db.reader, job);
  if (!owner) {
    await end({
      state: 'failed',
      message: joinReason('owner-inactive', 'The user who requested it is no longer active.'),
    });
    return 'failed';
  }
  const progress = followProgress(deps, job, stop);
  const context: ExportContext = { work: deps, job, owner, ...progress.hooks };
  try {
    const before = await scopeOf(deps, owner, job.templateId);
    const made = await runExport(context);
    const scope = joinScopes(before, await scopeOf(deps, owner, job.templateId));
    const { problems, problemCount, written } = progress.state();
    const files = problems.length === 0 ? made : [...made, await writeProblems(context, problems)];
    return await db.transaction(async (tx) => {
      const now = clock.now();
      const isOurs = await updateExport(tx, job, {
        state: 'done',
        progress: 100,
        written,
        problems: problems.slice(0, MAX_NAMED_PROBLEMS).map(shortened),
        problemCount,
        files,
        scope,
        finishedAt: now,
        expiresAt: now + KEPT_MS,
      });
      // The export was cancelled at the last moment: its files stay loose and are cleaned up.
      if (!isOurs) return 'cancelled';
      for (const { storageKey } of files) await forgetLoose(tx, job.accountId, storageKey);
      await deps.quotas.take(tx, job.accountId, 'fileBytes', bytesOf(files), job);
      await tell(tx, 'done');
      return 'done';
    });
  } catch (error) {
    if (stop.aborted) {
      await updateExport(db.reader, { ...job }, { state: 'queued' });
      return 'interrupted';
    }
    if (progress.hooks.signal.aborted) return 'cancelled';
    const known = reasonOf(error);
    if (known === undefined) onError(error);
    const message = known ?? joinReason('internal', 'Formstead had an internal error. Try again.');
    await end({ state: 'failed', message });
    return 'failed';
  } finally {
    progress.close();
  }
}

/** Returns the message for the owner; undefined for an internal error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof ZipFull) {
    const text = `One archive can't hold ${error.message}. Export fewer forms at a time.`;
    return joinReason('archive-full', text);
  }
  if (error instanceof ProcessEnded) {
    const text = 'The export needs too much memory or time. Its forms are too large for a PDF.';
    return joinReason('too-heavy', text);
  }
  return error instanceof AppError ? joinReason(error.code, error.detail) : undefined;
}

/** Returns a problem as the export itself lists it. */
const shortened = ({ codePoints, ...problem }: ExportProblem): ExportProblem => {
  if (codePoints === undefined) return problem;
  return { ...problem, codePoints: codePoints.slice(0, MAX_SHOWN_CODE_POINTS) };
};

interface Progress {
  readonly hooks: Pick<ExportContext, 'signal' | 'wrote' | 'reached' | 'miss'>;
  state(): {
    readonly problems: readonly ExportProblem[];
    readonly problemCount: number;
    readonly written: number;
  };
  close(): void;
}

/** Reports the progress, renews the lease, and notices when the export was cancelled. */
function followProgress(
  { db, clock, onError }: ExportRunnerDeps,
  job: ExportJob,
  stop: AbortSignal,
): Progress {
  const lost = new AbortController();
  const problems: ExportProblem[] = [];
  let problemCount = 0;
  let codePointCount = 0;
  let written = 0;
  let percent = 0;
  const beat = async (): Promise<void> => {
    const progress = Math.min(99, Math.floor(percent));
    const leaseFrom = clock.now();
    const isOurs = await updateExport(db.reader, job, { progress, written, leaseFrom });
    if (!isOurs) lost.abort();
  };
  const timer = setInterval(() => void beat().catch(onError), BEAT_MS);
  timer.unref();
  return {
    hooks: {
      signal: AbortSignal.any([stop, lost.signal]),
      wrote() {
        written += 1;
      },
      reached(now) {
        percent = now;
      },
      miss(problem) {
        problemCount += 1;
        if (problemCount > MAX_KEPT_PROBLEMS) return;
        const { codePoints, ...rest } = problem;
        const named = codePoints?.slice(0, MAX_NAMED_CODE_POINTS - codePointCount);
        codePointCount += named?.length ?? 0;
        problems.push({ ...rest, ...(named && { codePoints: named }) });
      },
    },
    state: () => ({ problems, problemCount, written }),
    close: () => clearInterval(timer),
  };
}
