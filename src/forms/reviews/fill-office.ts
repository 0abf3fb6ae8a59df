// Fields for office use, as a reviewer fills them in and sees them.
import type { Reader } from '#db/database.ts';
import {
  type Form,
  type FormActor,
  type GroupsOfUser,
  normaliseId,
  readTimeZone,
  type Viewer,
} from '#form-basics/index.ts';
import {
  accessTo,
  decides,
  type FormAccess,
  findForm,
  readOfficeAnswers,
} from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import type { Locale } from '#kernel/locale.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { type AnswerFault, MAX_FAULTS } from '#questionnaires/answers/guard-answers.ts';
import { filterDefinition } from '#questionnaires/definition/filter-definition.ts';
import {
  closedDefinition,
  officeFieldsOf,
  reviewDefinition,
  stepDefinition,
} from '#questionnaires/definition/office.ts';
import type { FormEngines } from '#questionnaires/engine/engine-types.ts';
import { findWholeDefinition } from '#templates/index.ts';

/** How many bytes of JSON a form may have in answers that only steps see. */
const MAX_OFFICE_BYTES = 65_536;

/** The answers that a step writes, checked against one revision of the form. */
export interface OfficeAnswers {
  readonly revision: number;
  readonly faults: readonly AnswerFault[];
  /** The titles of the required fields that have no answer. */
  readonly missing: readonly string[];
  /** All answers of the form that everybody sees, with those of the step. */
  readonly answers: JsonObject;
  /** All answers of the form that only steps see. */
  readonly closed: JsonObject;
}

export interface OfficeDeps {
  readonly directory: GroupsOfUser;
  readonly engine: Pick<FormEngines, 'of'>;
}

interface AskedOffice {
  readonly decision: 'approve' | 'send-back' | 'reject';
  readonly office?: JsonObject | undefined;
  readonly locale?: Locale | undefined;
}

/**
 * Checks what a reviewer fills in, outside of any transaction, because the engine computes. A step that is approved needs
 * all of its required fields. @returns undefined if there is nothing to fill in, or if the actor may not decide
 */
export async function checkOffice(
  { directory, engine }: OfficeDeps,
  db: Reader,
  by: FormActor,
  id: string,
  { decision, office = {}, locale }: AskedOffice,
): Promise<OfficeAnswers | undefined> {
  const known = normaliseId(id);
  const form = known === undefined ? undefined : await findForm(db, by.accountId, known);
  const access = form && (await accessTo(db, directory, by, form));
  if (!form?.review || !access || !decides(by.userId, form, access)) return undefined;
  const whole = await findWholeDefinition(db, by.accountId, form.templateVersionId);
  const { step } = form.review;
  const names = new Set(shapesOf(stepDefinition(whole, step)).keys());
  if (names.size === 0) return undefined;
  const before = await readOfficeAnswers(db, form);
  const given = { ...form.answers, ...only(before, (name) => names.has(name)) };
  const timeZone = await readTimeZone(db, by.accountId);
  const checked = await checkWhole(
    engine.of(by.accountId),
    reviewDefinition(whole, step),
    { ...given, ...only(office, (name) => names.has(name)) },
    { locale, timeZone },
    form.answers,
  );
  const sent = { ...given, ...office };
  const isSent = (name: string) => (member(sent, name) ?? null) !== null;
  const own = checked.faults.filter(
    ({ field }) => names.has(field) && (decision === 'approve' || isSent(field)),
  );
  const missing = own.filter(({ field }) => !isSent(field)).map(({ field }) => field);
  const isClosed = closedIn(whole);
  const filled = only(checked.answers, (name) => names.has(name));
  return {
    revision: form.revision,
    faults: [...unknownIn(office, names), ...own],
    missing: filterDefinition(stepDefinition(whole, step)).fields.flatMap(({ name, title }) =>
      missing.includes(name) ? [title] : [],
    ),
    answers: {
      ...only(form.answers, (name) => !names.has(name)),
      ...only(filled, (name) => !isClosed(name)),
    },
    closed: checkSize({ ...only(before, (name) => !names.has(name)), ...only(filled, isClosed) }),
  };
}

const unknownIn = (office: JsonObject, names: ReadonlySet<string>): readonly AnswerFault[] =>
  Object.keys(office)
    .filter((name) => !names.has(name))
    .slice(0, MAX_FAULTS)
    .map((name) => {
      const field = name.slice(0, 200).toWellFormed();
      return { at: field, field, kind: 'unknown', text: 'This step has no such field.' };
    });

function checkSize(answers: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(answers)) <= MAX_OFFICE_BYTES) return answers;
  throw fail('invalid-answers', `The answers are larger than ${MAX_OFFICE_BYTES} bytes.`, {
    at: 'office',
    extra: { limit: MAX_OFFICE_BYTES },
  });
}

/** Returns whether only a step sees the answer of this name. */
function closedIn(whole: JsonObject): (name: string) => boolean {
  const names = shapesOf(closedDefinition(whole, stepsOf(whole)));
  return (name) => names.has(name);
}

const stepsOf = (whole: JsonObject): readonly number[] => [
  ...new Set(officeFieldsOf(whole).map(({ step }) => step)),
];

const only = (answers: JsonObject, isMeant: (name: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => isMeant(name)));

/** Fields of a form with their answers. */
export interface OfficePart {
  readonly definition: JsonObject;
  readonly answers: JsonObject;
}

/** What a viewer sees of a form beyond what everybody sees of it. */
export interface SeenOffice {
  /** What they fill in with their decision. */
  readonly office?: OfficePart;
  /** What only steps see, and they see too: of their own step, or of all with the right to review. */
  readonly closed?: OfficePart;
}

/** Returns the fields for office use that a viewer sees or fills in. This is the only rule of who sees the closed ones. */
export async function seenOffice(
  db: Reader,
  { userId }: Viewer,
  form: Form,
  access: FormAccess | undefined,
): Promise<SeenOffice> {
  // An author may belong to the group that is asked, and is no reviewer of their own form.
  const isReviewer = access !== undefined && decides(userId, form, access);
  if (!isReviewer && access?.rights.review !== true) return {};
  const whole = await findWholeDefinition(db, form.accountId, form.templateVersionId);
  if (officeFieldsOf(whole).length === 0) return {};
  const answers = { ...form.answers, ...(await readOfficeAnswers(db, form)) };
  const filled = isReviewer ? (form.review?.step ?? 0) : 0;
  const office = partOf(stepDefinition(whole, filled), answers);
  const others = access.rights.review ? stepsOf(whole).filter((step) => step !== filled) : [];
  const closed = partOf(closedDefinition(whole, others), answers);
  return { ...(office && { office }), ...(closed && { closed }) };
}

function partOf(definition: JsonObject, answers: JsonObject): OfficePart | undefined {
  const names = shapesOf(definition);
  if (names.size === 0) return undefined;
  return { definition, answers: only(answers, (name) => names.has(name)) };
}
