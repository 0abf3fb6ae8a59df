import type { Reader, Tx } from '#db/database.ts';
import { attachmentsOf } from '#forms/attachments/attachment.store.ts';
import type { TemplateVersion } from '#forms/template.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { faultOfFile } from './answer-faults.ts';
import { shapesOf } from './answer-shapes.ts';
import { type AnswerFault, type FileReference, guardAnswers } from './guard-answers.ts';

/** The largest answers of one form, in bytes of JSON. Files are stored apart. */
const MAX_ANSWERS_BYTES = 1_048_576;

/** Which form the answers are of. */
export interface AnsweredForm {
  readonly accountId: string;
  readonly id: string;
}

/**
 * The answers as they are stored: each one that its question can hold, whoever writes it and however; files among them
 * uploaded to this form for the question that names them. What is missing, and whether it fits together, is asked when
 * the form is completed.
 * @param stored answers of this form: what stands there already is taken again, as older rules took it
 * @throws AppError `invalid-answers` with all `faults`.
 */
export async function requireAnswers(
  db: Reader,
  form: AnsweredForm,
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

/** @throws AppError `invalid-answers`. */
export function requireSize(answers: JsonObject): void {
  if (Buffer.byteLength(JSON.stringify(answers)) <= MAX_ANSWERS_BYTES) return;
  throw fail('invalid-answers', `The answers are larger than ${MAX_ANSWERS_BYTES} bytes.`, {
    at: 'answers',
  });
}

/**
 * That the files which checked answers name are still there: answers that the form does not have yet keep nobody from
 * deleting a file. The form is locked by whoever asks. @throws AppError `invalid-answers`.
 */
export async function requireNamedFiles(
  tx: Tx,
  form: AnsweredForm,
  version: TemplateVersion | undefined,
  answers: JsonObject,
): Promise<void> {
  const { files } = guardAnswers(shapesOf(version?.definition ?? {}), answers);
  await requireFiles(tx, form, files);
}

/** That what answers name is there, and is what the question takes: not only what they say of it. @throws AppError `invalid-answers`. */
export async function requireFiles(
  db: Reader,
  { accountId, id }: AnsweredForm,
  files: readonly FileReference[],
): Promise<void> {
  if (files.length === 0) return;
  const uploaded = new Map(
    (await attachmentsOf(db, accountId, id)).map((each) => [each.id, each] as const),
  );
  const faults = files.flatMap(({ at, field, question, rules, id: fileId }) => {
    const file = uploaded.get(fileId);
    const fault = file?.field === question ? faultOfFile(rules, file) : NOT_UPLOADED;
    return fault === undefined ? [] : [{ at, field, ...fault }];
  });
  if (faults.length > 0) throw invalidAnswers(faults);
}

const NOT_UPLOADED = {
  kind: 'file',
  text: 'No file with this id was uploaded to this form for this question.',
};

/** The 422 that tells all faults; the first one in its detail. */
export function invalidAnswers(faults: readonly AnswerFault[]): AppError {
  const [first] = faults;
  const rest = faults.length > 1 ? ` There are ${faults.length - 1} more faults.` : '';
  const detail = first
    ? `${JSON.stringify(first.at)}: ${first.text}${rest}`
    : 'The answers are not valid.';
  return fail('invalid-answers', detail, { at: 'answers', extra: { faults } });
}
