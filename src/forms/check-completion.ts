import type { Database } from '#db/database.ts';
import {
  type Form,
  type FormActor,
  type GroupsOfUser,
  readTimeZone,
  type TemplateVersion,
} from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { checkWhole, type Whole } from '#questionnaires/answers/check-whole.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { faultsOfNarrowing } from './answers/chosen-rows.ts';
import { requireFiles, requireSize } from './answers/require-answers.ts';
import { resolveChoices } from './answers/resolve-choices.ts';

export interface CompletionDeps {
  readonly db: Database;
  readonly engine: Pick<FormEngines, 'of'>;
  readonly directory: GroupsOfUser;
}

/**
 * Returns the answers as a complete form stores them, and those that completion removes. It runs outside of any
 * transaction, because the forms engine may compute for seconds.
 * @param answers undefined: those that the form has
 * @param locale the language of the fault texts
 * @throws AppError `invalid-answers` with all `faults`, `form-check-timeout`, `form-check-failed`, `busy`.
 */
export async function checkCompletion(
  { db, engine, directory }: CompletionDeps,
  by: FormActor,
  form: Form,
  version: TemplateVersion | undefined,
  {
    answers,
    locale,
  }: { readonly answers?: JsonObject | undefined; readonly locale?: Locale | undefined },
): Promise<Whole> {
  const timeZone = await readTimeZone(db.reader, form.accountId);
  const definition = version?.definition ?? {};
  const own = engine.of(form.accountId);
  const options = { locale, timeZone };
  const given = answers ?? form.answers;
  const whole = await checkWhole(own, definition, given, options, form.answers);
  if (whole.faults.length > 0) throw invalidAnswers(whole.faults);
  requireSize(whole.answers);
  await requireFiles(db.reader, form, whole.files);
  const deps = { directory };
  const isFirst = form.status === 'draft' && form.statusChangedAt <= form.createdAt;
  const rows = await resolveChoices(
    deps,
    db.reader,
    by,
    definition,
    whole.answers,
    form.answers,
    // Whom a draft names may have left since. Whoever was named when the form was complete stays.
    isFirst ? {} : form.answers,
  );
  const misfits = await faultsOfNarrowing(deps, db.reader, by, definition, rows);
  if (misfits.length > 0) throw invalidAnswers(misfits);
  return { ...whole, answers: rows };
}
