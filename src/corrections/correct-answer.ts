import { isDeepStrictEqual } from 'node:util';
import { type Form, type FormActor, readTimeZone } from '#form-basics/index.ts';
import { staleFault } from '#form-records/index.ts';
import { checkCompletion, type Forms, requireNamedFiles } from '#forms/index.ts';
import { type Because, fail } from '#kernel/errors.ts';
import { type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { commentName } from '#questionnaires/answers/answer-shapes.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import type { AnswerFault } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import type { RemovedAnswer } from '#questionnaires/engine/engine-types.ts';
import type { Correctable } from './answer-control.ts';
import { type AnswerDeps, type FoundAnswer, findAnswer } from './find-answer.ts';

export interface Correction {
  /** The id of the field. */
  readonly field: string;
  /** The answer as forms store it; null for none. */
  readonly value: JsonValue;
  readonly ifRevision: number;
  /** The language of the fault texts. */
  readonly locale?: Locale | undefined;
}

export interface CorrectDeps extends AnswerDeps {
  readonly forms: Pick<Forms, 'editForm' | 'correctUnchecked'>;
}

/** A correction that may be stored, unless the form changes meanwhile. */
interface Change extends FoundAnswer {
  readonly by: FormActor;
  /** All answers of the form, with the corrected one. */
  readonly answers: JsonObject;
  readonly isBlank: boolean;
  readonly locale: Locale | undefined;
}

/**
 * Corrects one answer of a form. A draft is saved as usual, and its other answers may be incomplete. A complete form
 * stays complete, if all its answers are valid then. A repeated request, after its response was lost, succeeds.
 * @throws AppError `not-found`, `forbidden`, `precondition-failed`, `invalid-answers` with `faults`, `correct-in-form`,
 * `form-check-timeout`, `form-check-failed`, `busy`.
 */
export const correctAnswer =
  (deps: CorrectDeps) =>
  async (by: FormActor, formId: string, correction: Correction): Promise<Form> => {
    const { db } = deps;
    const { field, ifRevision, locale } = correction;
    const found = await findAnswer(deps, by, formId, field, locale);
    const { form, question, elsewhere } = found;
    const value = isNothing(correction.value) ? null : correction.value;
    if (isDeepStrictEqual(member(form.answers, question.name) ?? null, value)) {
      // Reads may see a write a moment before it is on disk.
      await db.settled();
      return form;
    }
    if (elsewhere !== undefined) throw inForm({ reason: elsewhere });
    if (form.revision !== ifRevision) throw await staleFault(db.reader, form, ifRevision);
    const answers = withAnswer(form.answers, question, value);
    const change = { ...found, by, answers, isBlank: value === null, locale };
    return form.status === 'draft' ? correctDraft(deps, change) : correctComplete(deps, change);
  };

/** An answer without anything in it. */
const isNothing = (value: JsonValue): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

function withAnswer(
  answers: JsonObject,
  { name, takesOther }: Correctable,
  value: JsonValue,
): JsonObject {
  // The text for "other" belongs to the choice that is replaced.
  const isLeft = (key: string) => key !== name && !(takesOther && key === commentName(name));
  const others = Object.entries(answers).filter(([key]) => isLeft(key));
  // fromEntries makes every name an own member, even `__proto__`.
  return Object.fromEntries(value === null ? others : [...others, [name, value]]);
}

async function correctDraft(deps: CorrectDeps, change: Change): Promise<Form> {
  const { db, forms, engine } = deps;
  const { form, version, question, by, answers, isBlank, locale } = change;
  const { name } = question;
  const timeZone = await readTimeZone(db.reader, form.accountId);
  const own = engine.of(form.accountId);
  const options = { locale, timeZone };
  const whole = await checkWhole(own, version.definition, answers, options, form.answers);
  // In a draft an answer may be missing, and other answers may be wrong.
  const faults = isBlank ? [] : whole.faults.filter(({ field }) => field === name);
  if (faults.length > 0) throw invalidAnswers(faults);
  requireOffered(change, whole.removed);
  return db.transaction((tx) =>
    forms.editForm(tx, by, form.id, { ifRevision: form.revision, answers, corrected: name }),
  );
}

async function correctComplete(deps: CorrectDeps, change: Change): Promise<Form> {
  const { db, forms } = deps;
  const { form, version, question, by, answers, locale } = change;
  const whole = await checkCompletion(deps, by, form, version, { answers, locale });
  requireOffered(change, whole.removed);
  requireOthersKept(change, whole.removed);
  return db.transaction(async (tx) => {
    const { id, revision: ifRevision } = form;
    const corrected = { ifRevision, answers: whole.answers, field: question.name };
    const done = await forms.correctUnchecked(tx, by, id, corrected);
    await requireNamedFiles(tx, form, version, whole.answers);
    return done;
  });
}

/** Requires that the corrected answer itself stays. @throws AppError `invalid-answers`. */
function requireOffered(
  { question: { name }, answers }: Change,
  removed: readonly RemovedAnswer[],
) {
  if (!removed.some(({ field }) => field === name)) return;
  const fault: AnswerFault = {
    at: name,
    field: name,
    kind: 'choice',
    rule: 'known-choice',
    limit: textOf(member(answers, name)),
    text: 'The form does not offer this choice with its other answers.',
  };
  throw invalidAnswers([fault]);
}

/** Requires that no other answer would be removed, which the form itself tells before. @throws AppError `correct-in-form`. */
function requireOthersKept({ version, question }: Change, removed: readonly RemovedAnswer[]) {
  const lost = new Set(
    removed.map(({ field }) => field).filter((field) => field !== question.name),
  );
  if (lost.size === 0) return;
  const titles = version.fields.flatMap(({ name, title }) =>
    lost.has(name) ? [`“${title}”`] : [],
  );
  throw inForm({ reason: 'answer-removes', names: titles.slice(0, MOST_NAMED).join(', ') });
}

const MOST_NAMED = 5;

const DETAILS = {
  'answer-file': 'Files are replaced in the form.',
  'answer-calculated':
    'The form calculates this answer. Correct the answers that it is calculated from.',
  'answer-rows': 'The rows of a table are corrected in the form.',
  'answer-in-parts': 'Places, codes and rows of lists are corrected in the form.',
  'answer-read-only': 'The form does not allow this answer to be changed.',
  'answer-hidden': 'The form does not ask this at the moment, because of its other answers.',
  'answer-removes': 'With this answer, the form would lose other answers. Correct it in the form.',
} as const;

type InForm = Extract<Because, { readonly reason: keyof typeof DETAILS }>;

const inForm = (because: InForm) =>
  fail('correct-in-form', DETAILS[because.reason], { because, at: 'value' });
