import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { checkOrder, type NewAssignment, requirePublished } from '#assignments/check-order.ts';
import { sendAssignment } from '#assignments/send-assignment.ts';
import { type FormActor, readTimeZone, type TemplateVersion } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import type { AnswerFault } from '#questionnaires/answers/guard-answers.ts';
import { writtenQuestions } from '#questionnaires/reading/text-answers.ts';
import { lacksRight, requireTemplate } from '#templates/index.ts';
import { type PersonKey, selectPeople } from './person.store.ts';
import { type RowReading, readRow, referenceOf } from './read-row.ts';
import {
  type AssignmentRow,
  type AssignmentRowFault,
  type AssignmentRowResult,
  type AssignmentRows,
  ROW_MEMBERS,
} from './row.shapes.ts';

interface Job extends Pick<AssignmentRows, 'dryRun' | 'personBy'> {
  readonly templateId: string;
  readonly version: TemplateVersion;
  readonly reading: RowReading;
}

/**
 * Sends the rows of a file, each in a transaction of its own, or only checks them. Others are let in between two rows.
 * Only who may assign the template learns from the results which names, addresses and external ids exist.
 * @throws AppError `not-found`, `forbidden`, `template-state`, and what is no fault of a row, such as an outage
 */
export const sendRows =
  (deps: AssignmentsDeps) =>
  async (by: FormActor, asked: AssignmentRows): Promise<readonly AssignmentRowResult[]> => {
    const { db, directory } = deps;
    const { accountId } = by;
    const found = await requireTemplate(db.reader, directory, by, asked.templateId);
    if (!found.rights.assign) throw lacksRight('assign', 'templateId');
    const version = await requirePublished(db.reader, found.template);
    const named = writtenQuestions(version.definition).map((each) => [each.name, each] as const);
    const job: Job = {
      ...asked,
      templateId: found.template.id,
      version,
      reading: {
        questions: new Map(named),
        timeZone: await readTimeZone(db.reader, accountId),
        decimalComma: asked.decimalComma === true,
      },
    };
    const results: AssignmentRowResult[] = [];
    for (const row of asked.rows) {
      results.push(await sendRow(deps, by, job, row));
      await letOthersIn();
    }
    return results;
  };

async function sendRow(
  deps: AssignmentsDeps,
  by: FormActor,
  job: Job,
  row: AssignmentRow,
): Promise<AssignmentRowResult> {
  const { templateId, reading, personBy } = job;
  const read = readRow(row, reading);
  const whom = await findPerson(deps, by, personBy, row.person);
  if ('fault' in whom) return faulty(row, [whom.fault, ...read.faults]);
  const { faults, reference = referenceOf(read, templateId, whom.id), ...said } = read;
  const order: NewAssignment = {
    ...said,
    templateId,
    assignee: { type: 'User', id: whom.id },
    reference,
  };
  const known = {
    row: row.row,
    reference,
    person: { id: whom.id, name: whom.name },
    ...(said.dueAt !== undefined && { dueDate: new Date(said.dueAt).toISOString() }),
  };
  try {
    const done = await carryOut(deps, by, order, job, job.dryRun || faults.length > 0);
    if (faults.length === 0) return { ...known, ...done, faults: [] };
    return { ...known, ...faulty(row, faults) };
  } catch (error) {
    return { ...known, ...faulty(row, [...faults, ...faultsIn(error)]) };
  }
}

const faulty = (
  { row }: AssignmentRow,
  faults: readonly AssignmentRowFault[],
): AssignmentRowResult => ({
  row,
  outcome: 'faulty',
  faults: [...faults],
});

/** Checks an order, and sends it unless it is only to be checked. */
async function carryOut(
  deps: AssignmentsDeps,
  by: FormActor,
  order: NewAssignment,
  { version }: Job,
  isCheck: boolean,
): Promise<Pick<AssignmentRowResult, 'outcome' | 'assignmentId'>> {
  const source = { version };
  if (isCheck) {
    const { before } = await checkOrder(deps)(deps.db.reader, by, order, source);
    const [first] = before;
    return first ? { outcome: 'exists', assignmentId: first.id } : { outcome: 'new' };
  }
  const { assignments, created } = await deps.db.transaction((tx) =>
    sendAssignment(deps)(tx, by, order, source),
  );
  const [first] = assignments;
  return { outcome: created ? 'new' : 'exists', ...(first && { assignmentId: first.id }) };
}

type Whom = { readonly id: string; readonly name: string } | { readonly fault: AssignmentRowFault };

async function findPerson(
  { db }: AssignmentsDeps,
  { accountId }: FormActor,
  by: PersonKey,
  given: string,
): Promise<Whom> {
  const text = given.trim();
  if (text === '') return noPerson('missing', 'The row names nobody.');
  const [first, second] = await selectPeople(db.reader, accountId, by, text);
  const said = JSON.stringify(text);
  if (first === undefined) return noPerson('unknown-user', `Nobody has ${said}.`, text);
  if (!first.isActive) return noPerson('inactive-user', `${first.name} is not active.`, first.name);
  if (second?.isActive !== true) return first;
  return noPerson('several-users', `Several active people have ${said}.`, text);
}

const noPerson = (code: string, text: string, limit?: string): Whom => ({
  fault: { at: 'person', code, text, ...(limit !== undefined && { limit }) },
});

/** Returns what is wrong with a row. @throws the error itself if it is no fault of the row, such as an outage */
function faultsIn(error: unknown): readonly AssignmentRowFault[] {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { code, detail, at = 'row', extra } = error;
  if (code === 'invalid-answers') return answerFaults(extra['faults']).map(toFault);
  const member = at === 'assignee' ? 'person' : at;
  const isMember = ROW_MEMBERS.some((each) => each === member);
  return [{ at: isMember ? member : 'row', code, text: detail }];
}

const answerFaults = (faults: unknown): readonly AnswerFault[] =>
  Array.isArray(faults) ? faults : [];

const toFault = ({ field, kind, rule, limit, text, message }: AnswerFault): AssignmentRowFault => ({
  at: 'fields',
  field,
  code: rule ?? kind,
  text,
  ...(limit !== undefined && { limit }),
  ...(message !== undefined && { message }),
});
