// Rows of shared lists that answers name. Whether a row exists is known only to the storage.
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import {
  type FindRow,
  type FoundRow,
  findList,
  hasValue,
  lookUpRows,
  type RowReference,
  requireListRight,
} from '#lists/index.ts';
import {
  type ChosenRow,
  isChosenRow,
  type ValueFault,
} from '#questionnaires/answers/answer-faults.ts';
import { isOfList, type ListShape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { type AnswerFault, MAX_FAULTS } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import {
  type ChosenAnswer,
  chosenIn,
  chosenKey,
  faultOfChosen,
  withChosen,
} from './chosen-values.ts';

type Chosen = ChosenAnswer<ListShape>;

interface Deps {
  readonly directory: GroupsOfUser;
}

/** Who chose the rows. Somebody with a public link has no rights of their own, and chooses from public lists. */
export type RowChooser = Viewer | { readonly accountId: string; readonly linkId: string };

/**
 * Returns the answers with the rows of lists as they are stored: the label is that of the list, and a row that is no
 * longer active is marked. What is stored already stays as it is, even when its row or its list is gone. A row of a
 * deleted list is stored as it was seen on the device: a form of an older version may arrive long after it was typed.
 * @param stored the answers of the form before
 * @throws AppError `invalid-answers` for a row that the list does not have, or a list that the chooser may not use
 */
export async function resolveRows(
  deps: Deps,
  db: Reader,
  chooser: RowChooser,
  definition: JsonObject,
  answers: JsonObject,
  stored: JsonObject = {},
): Promise<JsonObject> {
  const members = shapesOf(definition);
  const known = new Set(chosenIn(members, stored).map(chosenKey));
  const chosen = chosenIn(members, answers)
    .filter(isRow)
    .filter((each) => !known.has(chosenKey(each)));
  if (chosen.length === 0) return answers;
  const found = await findRows(deps, db, chooser, chosen);
  const unknown = chosen.filter((each) => found(each) === undefined);
  const deleted = await deletedLists(db, chooser, unknown);
  const closed = await closedLists(db, chooser, unknown);
  const faults: AnswerFault[] = [];
  const next = new Map<string, JsonObject>();
  for (const each of chosen) {
    const row = found(each);
    const stored = row ? toStored(row) : deleted.has(each.shape.list) && asSeen(each.value);
    if (stored) next.set(each.at, stored);
    else if (faults.length < MAX_FAULTS) {
      faults.push(faultOfChosen(each, closed.has(each.shape.list) ? CLOSED : UNKNOWN));
    }
  }
  if (faults.length > 0) throw invalidAnswers(faults);
  return withChosen(answers, '', next);
}

/**
 * Returns the faults of rows that do not fit the answer by which their field is narrowed. A row that is gone, or whose
 * answer is hidden, is not compared.
 */
export async function faultsOfNarrowing(
  deps: Deps,
  db: Reader,
  chooser: RowChooser,
  definition: JsonObject,
  answers: JsonObject,
): Promise<readonly AnswerFault[]> {
  const chosen = chosenIn(shapesOf(definition), answers)
    .filter(isRow)
    .filter(({ shape }) => shape.narrowedBy);
  if (chosen.length === 0) return [];
  const found = await findRows(deps, db, chooser, chosen);
  return chosen.flatMap((each) => {
    const { narrowedBy } = each.shape;
    const wanted = narrowedBy && textOfAnswer(each.around, narrowedBy.field);
    const row = found(each);
    if (wanted === undefined || narrowedBy === undefined || row === undefined) return [];
    const { cells } = row.seen ?? row.row;
    return hasValue(cells, narrowedBy.column, wanted) ? [] : [faultOfChosen(each, MISFIT)];
  });
}

const isRow = (each: ChosenAnswer): each is Chosen => isOfList(each.shape);

const UNKNOWN: ValueFault = {
  kind: 'choice',
  rule: 'known-row',
  text: 'The list has no row with this key.',
};
const CLOSED: ValueFault = {
  kind: 'choice',
  rule: 'open-list',
  text: 'The organisation no longer offers this list to people without an account. Remove the answer, or ask the organisation.',
};
const MISFIT: ValueFault = {
  kind: 'choice',
  rule: 'fitting-row',
  text: 'This row does not fit the answer that narrows the list. Choose again.',
};

/** Returns the text of an answer that narrows a list: the innermost one with the name. */
function textOfAnswer(around: readonly JsonObject[], field: string): string | undefined {
  const value = around
    .toReversed()
    .map((answers) => member(answers, field))
    .find((each) => each !== undefined);
  if (isChosenRow(value)) return value.key;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Looks up all rows, list by list. Lists that the chooser may not use have none. */
async function findRows(
  deps: Deps,
  db: Reader,
  chooser: RowChooser,
  chosen: readonly Chosen[],
): Promise<(each: Chosen) => FoundRow | undefined> {
  const found = new Map<string, FindRow>();
  for (const [id, own] of Map.groupBy(chosen, ({ shape }) => shape.list)) {
    if (!(await mayUse(deps, db, chooser, id))) continue;
    const find = await lookUpRows(db, chooser.accountId, id, own.map(referenceTo));
    found.set(id, 'linkId' in chooser ? openRows(find) : find);
  }
  return (each) => found.get(each.shape.list)?.(referenceTo(each));
}

const referenceTo = ({ value: { key, seq } }: Chosen): RowReference => ({
  key,
  seq: seq === 0 ? undefined : seq,
});

/** Finds what people with a public link may have seen: active rows, and those that were active then. */
const openRows =
  (find: FindRow): FindRow =>
  (reference) => {
    const found = find(reference);
    // A row that was taken out is not chosen by a number that somebody guesses.
    const wasSeen = reference.seq !== undefined && found?.seen?.active === true;
    return found?.row.active === true || wasSeen ? found : undefined;
  };

async function mayUse(deps: Deps, db: Reader, chooser: RowChooser, id: string): Promise<boolean> {
  if ('linkId' in chooser) return await isPublic(db, chooser.accountId, id);
  try {
    await requireListRight(deps, db, chooser, id, 'use');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return false;
    throw error;
  }
}

function toStored({ row, seen = row }: FoundRow): JsonObject {
  const { key, label, seq } = seen;
  return { key, label, seq, ...(!row.active && { inactive: true }) };
}

/** Returns which lists of the rows were deleted. Visitors of a link saw the rows of none. */
async function deletedLists(
  db: Reader,
  chooser: RowChooser,
  chosen: readonly Chosen[],
): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  if ('linkId' in chooser) return deleted;
  for (const id of new Set(chosen.map(({ shape }) => shape.list))) {
    if ((await findList(db, chooser.accountId, id)) === undefined) deleted.add(id);
  }
  return deleted;
}

/** Returns which lists of the rows visitors of a link can no longer read. */
async function closedLists(
  db: Reader,
  chooser: RowChooser,
  chosen: readonly Chosen[],
): Promise<ReadonlySet<string>> {
  const closed = new Set<string>();
  if (!('linkId' in chooser)) return closed;
  for (const id of new Set(chosen.map(({ shape }) => shape.list))) {
    if (!(await isPublic(db, chooser.accountId, id))) closed.add(id);
  }
  return closed;
}

async function isPublic(db: Reader, accountId: string, id: string): Promise<boolean> {
  const list = await findList(db, accountId, id);
  return list !== undefined && list.publicColumns.length > 0;
}

/** Returns a row as a device saw it, marked as gone; undefined for a key without a row that was seen. */
function asSeen({ key, label, seq }: ChosenRow): JsonObject | undefined {
  const wasSeen = seq > 0 && label.trim() !== '';
  return wasSeen ? { key, label, seq, inactive: true } : undefined;
}
