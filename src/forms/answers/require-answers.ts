import { attachmentsOf } from '#attachments/index.ts';
import type { Reader, Tx } from '#db/database.ts';
import type { TemplateVersion } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { faultOfFile, type ValueFault } from '#questionnaires/answers/answer-faults.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { type FileReference, guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';

/** The limit for the answers of one form, in bytes of JSON. Files are stored separately. */
const MAX_ANSWERS_BYTES = 1_048_576;

/** The form that the answers belong to. */
export interface FormToCheck {
  readonly accountId: string;
  readonly id: string;
}

/**
 * Returns the answers as they are stored. Every write passes this check: each answer has the shape of its question, and
 * each file was uploaded to this form for the question that names it. Missing and contradictory answers are reported
 * only when the form is completed.
 * @param stored the answers of this form: a value that is stored already is accepted, as older rules accepted it
 * @throws AppError `invalid-answers` with all `faults`.
 */
export async function requireAnswers(
  db: Reader,
  form: FormToCheck,
  version: TemplateVersion | undefined,
  given: JsonObject,
  stored?: JsonObject,
  calculated?: JsonObject,
): Promise<JsonObject> {
  const members = shapesOf(version?.definition ?? {});
  const { answers, files, faults } = guardAnswers(members, given, stored, calculated);
  if (faults.length > 0) throw invalidAnswers(faults);
  requireSize(answers);
  await requireFiles(db, form, files);
  return answers;
}

/** Checks the size of the answers. @throws AppError `invalid-answers`. */
export function requireSize(answers: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(answers)) <= MAX_ANSWERS_BYTES) return;
  throw fail('invalid-answers', `The answers are larger than ${MAX_ANSWERS_BYTES} bytes.`, {
    at: 'answers',
    extra: { limit: MAX_ANSWERS_BYTES },
  });
}

/**
 * Checks that the files in checked answers still exist: a file may be deleted until the answers of its form name it.
 * The caller holds the lock on the form. @returns their bytes @throws AppError `invalid-answers`.
 */
export async function requireNamedFiles(
  tx: Tx,
  form: FormToCheck,
  version: TemplateVersion | undefined,
  answers: JsonObject,
): Promise<number> {
  const { files } = guardAnswers(shapesOf(version?.definition ?? {}), answers);
  return await requireFiles(tx, form, files);
}

/**
 * Checks that the named files exist and that the stored files, not only their descriptions, fit their questions.
 * @returns their bytes @throws AppError `invalid-answers`.
 */
export async function requireFiles(
  db: Reader,
  { accountId, id }: FormToCheck,
  files: readonly FileReference[],
): Promise<number> {
  if (files.length === 0) return 0;
  const uploaded = new Map(
    (await attachmentsOf(db, accountId, id)).map((each) => [each.id, each] as const),
  );
  const faults = files.flatMap(({ at, field, question, rules, id: fileId }) => {
    const file = uploaded.get(fileId);
    const fault = file?.field === question ? faultOfFile(rules, file) : NOT_UPLOADED;
    return fault === undefined ? [] : [{ at, field, ...fault }];
  });
  if (faults.length > 0) throw invalidAnswers(faults);
  const named = new Set(files.map(({ id: fileId }) => fileId));
  return [...named].reduce((sum, fileId) => sum + (uploaded.get(fileId)?.size ?? 0), 0);
}

const NOT_UPLOADED: ValueFault = {
  kind: 'file',
  rule: 'uploaded-file',
  text: 'This file was not uploaded for this question. Upload it first.',
};
