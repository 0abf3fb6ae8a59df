import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import {
  completedOnDevice,
  type Expected,
  type Form,
  type FormActor,
  type TemplateVersion,
} from '#form-basics/index.ts';

import { removedFrom } from '#form-records/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import type { RemovedAnswer } from '#questionnaires/engine/engine-types.ts';
import { findVersion } from '#templates/index.ts';
import { requireNamedFiles } from './answers/require-answers.ts';
import { type CompletionDeps, checkCompletion } from './check-completion.ts';
import type { Forms } from './forms.ts';

export interface Completion extends Expected {
  /** Answers to store on completion; undefined: the form keeps those that it has. */
  readonly answers?: JsonObject | undefined;
  /** The language of the fault texts. */
  readonly locale?: Locale | undefined;
  /** The milliseconds since the device completed it, by its own clock; undefined if no device says. */
  readonly completedMsAgo?: number | undefined;
  /** The form, if it was just read for `by`. */
  readonly seen?: Form;
  /** What is written in the transaction that completes the form. */
  readonly also?: (tx: Tx) => Promise<void>;
}

export interface Completed {
  readonly form: Form;
  /** The answers that completion removed, because their questions are hidden or do not offer them. */
  readonly removed: readonly RemovedAnswer[];
}

export interface CompleteDeps extends CompletionDeps {
  readonly clock: Clock;
  readonly forms: Pick<Forms, 'requireForm' | 'completeUnchecked'>;
}

interface Arrived extends Completion {
  /** Checks and further attempts may take seconds, which are nobody's lateness. */
  readonly arrivedAt: number;
}

/** The number of attempts when the form changes during the check and the caller accepts any revision. */
const ATTEMPTS = 3;

export type CompleteForm = ReturnType<typeof createCompleteForm>;

/**
 * Completes a form if its answers have no faults. The type guard and the engine run outside of any transaction; the
 * transaction then requires the revision that was checked. A repeated request, after its response was lost, succeeds.
 * @throws AppError `invalid-answers` with all `faults`, `form-state`, `precondition-failed`,
 * `not-found`, `form-check-timeout`, `busy`.
 */
export function createCompleteForm(deps: CompleteDeps) {
  const { db, forms } = deps;
  async function attempt(by: FormActor, id: string, completion: Arrived): Promise<Completed> {
    const form = completion.seen ?? (await forms.requireForm(db.reader, by, id));
    if (form.status === 'complete') return repeat(form, by, completion);
    const version = await versionOf(form);
    const { answers, removed } = await checkCompletion(deps, by, form, version, completion);
    const ifRevision = completion.ifRevision ?? form.revision;
    const onDevice = timeOnDevice(by, form, version, completion);
    const checked = { ifRevision, answers, removed, onDevice };
    return db.transaction(async (tx) => {
      const done = await forms.completeUnchecked(tx, by, id, checked);
      await requireNamedFiles(tx, form, version, answers);
      await completion.also?.(tx);
      return { form: done, removed };
    });
  }

  const versionOf = ({ accountId, templateVersionId }: Form) =>
    findVersion(db.reader, accountId, templateVersionId);

  /** Handles a client that did not receive the response and sends the same request again. */
  async function repeat(form: Form, by: FormActor, completion: Completion): Promise<Completed> {
    // Reads may see the completion a moment before it is on disk.
    await db.settled();
    const removed = await removedFrom(db.reader, form);
    if (completion.answers === undefined && form.completedBy === by.userId)
      return { form, removed };
    if (completion.answers !== undefined) {
      const version = await versionOf(form);
      const { answers } = await checkCompletion(deps, by, form, version, completion);
      if (isDeepStrictEqual(answers, form.answers)) return { form, removed };
    }
    throw fail(
      'form-state',
      'The form is complete. Users with the right to edit its answers can reopen it.',
    );
  }

  return async (by: FormActor, id: string, asked: Completion = {}): Promise<Completed> => {
    const { seen, ...completion } = { ...asked, arrivedAt: deps.clock.now() };
    for (let left = ATTEMPTS; ; left -= 1) {
      try {
        const isFirst = left === ATTEMPTS;
        return await attempt(by, id, { ...completion, ...(isFirst && seen && { seen }) });
      } catch (error) {
        const moved = error instanceof AppError && error.code === 'precondition-failed';
        if (!moved || completion.ifRevision !== undefined || left <= 1) throw error;
        // Reads see only committed changes: before this they may miss the change that caused the conflict.
        await db.settled();
      }
    }
  };
}

function timeOnDevice(
  by: FormActor,
  { createdBy, createdAt }: Form,
  version: TemplateVersion | undefined,
  { completedMsAgo, arrivedAt }: Arrived,
) {
  if (completedMsAgo === undefined) return undefined;
  // Whoever creates a form may have begun it without a network, so that it was completed before it arrived.
  const earliest = createdBy === by.userId ? (version?.publishedAt ?? createdAt) : createdAt;
  return completedOnDevice(completedMsAgo, earliest, arrivedAt);
}
