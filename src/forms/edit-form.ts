import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#db/database.ts';
import {
  checkLocation,
  checkName,
  type Form,
  type FormActor,
  type FormChanges,
  type FormWritesDeps,
} from '#form-basics/index.ts';
import {
  changedParts,
  claim,
  followAnswers,
  lockPresentForm,
  recordClaim,
  recordCorrection,
  recordEvent,
  requireMayEdit,
  requireStatus,
  storeForm,
  takeForm,
  writerOf,
} from '#form-records/index.ts';
import { findVersion } from '#templates/index.ts';
import { requireAnswers } from './answers/require-answers.ts';
import { resolveChoices } from './answers/resolve-choices.ts';

/**
 * Changes a draft: one's own, or that of others with the right to edit answers. A form that is assigned to a group is
 * reassigned to the editor if they belong to the group.
 * @throws AppError `not-found`, `forbidden`, `form-state`, `precondition-failed`, `invalid-value`, `invalid-answers`,
 * `answers-full`, `answers-of-day-full`.
 */
export const editForm =
  (deps: FormWritesDeps) =>
  async (tx: Tx, by: FormActor, id: string, changes: FormChanges): Promise<Form> => {
    const { ifRevision, begunOffline: reserve = false } = changes;
    const found = await lockPresentForm(tx, deps.directory, by, id);
    await requireMayEdit(tx, deps.directory, by, found);
    // A client that did not receive the response sends the same request again.
    if (ifRevision !== undefined && found.revision === ifRevision + 1) {
      const again = await applyChanges(deps, tx, by, found, changes);
      if (isDeepStrictEqual(again, found)) return found;
    }
    const before = requireStatus(await takeForm(deps, tx, by, id, changes), 'draft');
    const edited = await applyChanges(deps, tx, by, before, changes);
    const after = await claim(deps, tx, by, edited);
    if (isDeepStrictEqual(after, before)) return before;
    const form = await storeForm(deps, tx, before, after);
    await recordClaim(deps, tx, by, before, form);
    if (reserve) deps.quotas.limitAnswers(tx, { ...writerOf(by), reserve });
    if (changes.corrected !== undefined) {
      await recordCorrection(deps)(tx, by, before, form, changes.corrected);
      return form;
    }
    const changed = changedParts(before, form);
    if (changed.length > 0) await recordEvent(deps)(tx, by, form, 'edit', { changed });
    return form;
  };

async function applyChanges(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  form: Form,
  changes: FormChanges,
): Promise<Form> {
  const { name, location } = changes;
  // Equal answers are no change: values calculated before the form was reopened stay until an answer changes.
  const answers = isDeepStrictEqual(changes.answers, form.answers) ? undefined : changes.answers;
  const version = answers && (await findVersion(tx, form.accountId, form.templateVersionId));
  const changed = {
    ...form,
    ...(name !== undefined && nameGiven(form, checkName(name))),
    ...(answers !== undefined && {
      answers: await resolveChoices(
        deps,
        tx,
        by,
        version?.definition ?? {},
        await requireAnswers(tx, form, version, answers, form.answers, changes.calculated),
        form.answers,
      ),
    }),
    ...(location !== undefined && {
      location: location === null ? undefined : checkLocation(location),
    }),
  };
  return answers === undefined ? changed : followAnswers(tx, changed);
}

/** A name that a person gives a form stays. A client may also send the name back that it has read. */
const nameGiven = (form: Form, name: string): Partial<Form> =>
  name === form.name ? {} : { name, namePattern: undefined };
