import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#db/database.ts';
import { AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { checkWhole, type Whole } from './answers/check-whole.ts';
import {
  invalidAnswers,
  requireFiles,
  requireNamedFiles,
  requireSize,
} from './answers/require-answers.ts';
import type { FormEngines, Locale, RemovedAnswer } from './engine/engine-types.ts';
import type { Expected, Form, FormActor } from './form.ts';
import { removedFrom } from './form-event.store.ts';
import type { Forms } from './forms.ts';
import { findVersion } from './template.store.ts';
import type { TemplateVersion } from './template.ts';
import { readTimeZone } from './time-zone.store.ts';

export interface Completion extends Expected {
  /** Stored in the same step; left out: those that are stored. */
  readonly answers?: JsonObject | undefined;
  /** Of the texts of faults. */
  readonly locale?: Locale | undefined;
}

export interface Completed {
  readonly form: Form;
  /** Answers that it does not have any more, because their questions are not shown or do not offer them. */
  readonly removed: readonly RemovedAnswer[];
}

export interface CompleteDeps {
  readonly db: Database;
  readonly forms: Pick<Forms, 'requireForm' | 'completeUnchecked'>;
  readonly engine: Pick<FormEngines, 'of'>;
}

/** How often a form may move while it is checked, for a caller who takes any revision. */
const ATTEMPTS = 3;

export type CompleteForm = ReturnType<typeof createCompleteForm>;

/**
 * Completes a form if its answers are whole: the type guard, then the engine, outside of any
 * transaction; then the transaction, with the revision that was checked. Sent again after an answer
 * that was lost, it is no fault.
 * @throws AppError `invalid-answers` with all `faults`, `form-state`, `precondition-failed`,
 * `not-found`, `form-check-timeout`, `busy`.
 */
export function createCompleteForm({ db, forms, engine }: CompleteDeps) {
  async function attempt(by: FormActor, id: string, completion: Completion): Promise<Completed> {
    const form = await forms.requireForm(db.reader, by, id);
    if (form.status === 'complete') return repeat(form, by, completion);
    const version = await versionOf(form);
    const { answers, removed } = await check(form, version, completion);
    const ifRevision = completion.ifRevision ?? form.revision;
    return db.transaction(async (tx) => {
      const done = await forms.completeUnchecked(tx, by, id, { ifRevision, answers, removed });
      await requireNamedFiles(tx, form, version, answers);
      return { form: done, removed };
    });
  }

  const versionOf = ({ accountId, templateVersionId }: Form) =>
    findVersion(db.reader, accountId, templateVersionId);

  async function check(
    form: Form,
    version: TemplateVersion | undefined,
    { answers, locale }: Completion,
  ): Promise<Whole> {
    const given = answers ?? form.answers;
    const timeZone = await readTimeZone(db.reader, form.accountId);
    const definition = version?.definition ?? {};
    const own = engine.of(form.accountId);
    const whole = await checkWhole(own, definition, given, { locale, timeZone });
    if (whole.faults.length > 0) throw invalidAnswers(whole.faults);
    requireSize(whole.answers);
    await requireFiles(db.reader, form, whole.files);
    return whole;
  }

  /** A client that did not hear our answer sends the same again. */
  async function repeat(form: Form, by: FormActor, completion: Completion): Promise<Completed> {
    // It reads as complete a moment before the disk has it.
    await db.settled();
    const removed = await removedFrom(db.reader, form);
    if (completion.answers === undefined && form.completedBy === by.userId)
      return { form, removed };
    if (completion.answers !== undefined) {
      const { answers } = await check(form, await versionOf(form), completion);
      if (isDeepStrictEqual(answers, form.answers)) return { form, removed };
    }
    throw fail('form-state', 'The form is complete. A designer or an admin can reopen it.');
  }

  return async (by: FormActor, id: string, completion: Completion = {}): Promise<Completed> => {
    for (let left = ATTEMPTS; ; left -= 1) {
      try {
        return await attempt(by, id, completion);
      } catch (error) {
        const moved = error instanceof AppError && error.code === 'precondition-failed';
        if (!moved || completion.ifRevision !== undefined || left <= 1) throw error;
        // Reads show what is committed: until then they may miss the change that won.
        await db.settled();
      }
    }
  };
}
