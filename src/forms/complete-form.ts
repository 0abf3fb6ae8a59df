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
  /** Answers to store on completion; undefined: the form keeps those that it has. */
  readonly answers?: JsonObject | undefined;
  /** The language of the fault texts. */
  readonly locale?: Locale | undefined;
}

export interface Completed {
  readonly form: Form;
  /** The answers that completion removed, because their questions are hidden or do not offer them. */
  readonly removed: readonly RemovedAnswer[];
}

export interface CompleteDeps {
  readonly db: Database;
  readonly forms: Pick<Forms, 'requireForm' | 'completeUnchecked'>;
  readonly engine: Pick<FormEngines, 'of'>;
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

  /** Handles a client that did not receive the response and sends the same request again. */
  async function repeat(form: Form, by: FormActor, completion: Completion): Promise<Completed> {
    // Reads may see the completion a moment before it is on disk.
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
        // Reads see only committed changes: before this they may miss the change that caused the conflict.
        await db.settled();
      }
    }
  };
}
