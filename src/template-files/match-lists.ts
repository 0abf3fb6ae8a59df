// Finds the lists of this Formstead for those that an imported template names.
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import {
  LIST_LIMITS,
  type List,
  listsHeldBy,
  lookUpRows,
  requireListRight,
  roomForLists,
  selectLists,
} from '#lists/index.ts';
import { listIn, questionsOf, textIn } from '#questionnaires/definition/questions.ts';
import { listIdsIn } from '#templates/index.ts';
import type { FileList } from './file-list.ts';
import { withLists } from './file-lists.ts';
import { Notes } from './notes.ts';
import type { ImportedFile } from './read-file.ts';

interface Deps {
  readonly directory: GroupsOfUser;
}

/** A list that the file names. */
export interface NamedList {
  /** As the file names it. */
  readonly id: string;
  /** Undefined when the file says nothing about the list but its id. */
  readonly inFile: FileList | undefined;
  /** The list of this Formstead that takes its place, if there is one. */
  readonly here: List | undefined;
  /**
   * `new`: the import makes the list, because its rows are in the file and nobody chose otherwise. `no-room`: it would,
   * if the account could have another list.
   */
  readonly making: 'new' | 'no-room' | undefined;
}

/**
 * Returns the lists that the fields of a file name, each with the one that was chosen for it. Without a choice it is the
 * same list, or else the only one with its name; for a list whose rows are in the file, one with these rows.
 * @param chosen ids of lists of this Formstead by the id in the file; undefined for one that gets none
 * @throws AppError `invalid-parameter` for a chosen list that the viewer may not use
 */
export async function matchLists(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  { definition, lists = [] }: Pick<ImportedFile, 'definition' | 'lists'>,
  chosen: ReadonlyMap<string, string | undefined> = new Map(),
): Promise<readonly NamedList[]> {
  const found: NamedList[] = [];
  for (const id of listIdsIn(definition).map((each) => each.toLowerCase())) {
    const inFile = lists.find((each) => each.id === id);
    const here = chosen.has(id)
      ? await chosenList(deps, db, viewer, chosen.get(id))
      : ((await usable(deps, db, viewer, id)) ??
        (inFile && (await findByName(deps, db, viewer, inFile))));
    const isMade = inFile?.rows !== undefined && here === undefined && !chosen.has(id);
    const before = found.filter(({ making }) => making === 'new').length;
    const hasRoom = isMade && (await roomForLists(db, viewer.accountId)) > before;
    const making = isMade ? (hasRoom ? 'new' : 'no-room') : undefined;
    found.push({ id, inFile, here, making });
  }
  return found;
}

/** Returns the file with notes of what is missing in its lists. */
export function withListNotes(file: ImportedFile, named: readonly NamedList[]): ImportedFile {
  const notes = new Notes(file.notes, file.noteCount);
  const byId = new Map(named.map((each) => [each.id, each]));
  for (const { question, type } of questionsOf(file.definition)) {
    const id = textIn(question, 'list');
    const each = byId.get(id.toLowerCase());
    if (type !== 'sharedlist' || each === undefined) continue;
    noteMissing(notes, question, each);
  }
  return { ...file, notes: notes.list, noteCount: notes.count };
}

/** Returns a definition with the lists of this Formstead; a field whose list has none here is left without a list. */
export const withMatched = (definition: JsonObject, named: readonly NamedList[]): JsonObject =>
  withLists(definition, new Map(named.map(({ id, here }) => [id, here?.id])));

/** Notes that a field has no list, or which columns its list lacks. */
function noteMissing(notes: Notes, question: JsonObject, named: NamedList): void {
  const { id, inFile, here, making } = named;
  const place = { name: textIn(question, 'name') };
  if (here === undefined) {
    const list = inFile?.name ?? id;
    if (making === 'no-room') notes.add('listRoom', place, { list, limit: LIST_LIMITS.lists });
    else notes.add('list', place, { list });
    return;
  }
  for (const key of columnsUsedIn(question)) {
    if (here.columns.some((column) => column.key === key)) continue;
    const column = inFile?.columns.find((known) => known.key === key)?.label ?? key;
    notes.add('listColumn', place, { list: here.name, column });
  }
}

/** Returns the keys of the columns of its list that a field names, each once. */
const columnsUsedIn = (question: JsonObject): ReadonlySet<string> =>
  new Set(
    [
      textIn(question, 'filterColumn'),
      ...listIn(question, 'fillIn').map((each) => (isObject(each) ? textIn(each, 'column') : '')),
    ].filter((key) => key !== ''),
  );

async function chosenList(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  id: string | undefined,
): Promise<List | undefined> {
  if (id === undefined) return undefined;
  const list = await usable(deps, db, viewer, id);
  if (list !== undefined) return list;
  throw fail('invalid-parameter', `There is no list ${id}, or you may not use it.`, {
    at: 'lists',
    because: { reason: 'unknown-list' },
  });
}

async function usable(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  id: string,
): Promise<List | undefined> {
  try {
    return await requireListRight(deps, db, viewer, id, 'use');
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** The most lists whose name contains a name that are looked at. */
const MOST = 200;

/** The most lists of one name whose rows are compared with those of a file. */
const MOST_COMPARED = 5;

/** Returns the only list of this name that the viewer may use; for rows in the file, the first one that has them. */
async function findByName(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  { name, columns, rows }: FileList,
): Promise<List | undefined> {
  const by = await listsHeldBy(deps, db, viewer, false);
  const like = fold(name);
  const lists = await selectLists(db, viewer.accountId, { by, like }, undefined, MOST);
  const same = lists.filter((list) => fold(list.name) === like);
  if (rows === undefined) return same.length === 1 ? same[0] : undefined;
  for (const list of same.slice(0, MOST_COMPARED)) {
    const hasColumns = columns.every(({ key }) => list.columns.some((own) => own.key === key));
    if (hasColumns && (await hasKeys(db, list, rows))) return list;
  }
  return undefined;
}

/** Returns whether a list has an active row for each row of a file. */
async function hasKeys(
  db: Reader,
  { accountId, id, activeRows }: List,
  rows: readonly (readonly string[])[],
): Promise<boolean> {
  if (activeRows < rows.length) return false;
  for (let start = 0; start < rows.length; start += LIST_LIMITS.rowsAtOnce) {
    const keys = rows.slice(start, start + LIST_LIMITS.rowsAtOnce).map(([key = '']) => key);
    const references = keys.map((key) => ({ key, seq: undefined }));
    const find = await lookUpRows(db, accountId, id, references);
    if (!references.every((each) => find(each)?.row.active === true)) return false;
    await letOthersIn();
  }
  return true;
}

/** Returns the lists that a definition names and the viewer may use, as a file carries them. */
export async function fileListsOf(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  definition: JsonObject,
): Promise<readonly FileList[]> {
  const named = await matchLists(deps, db, viewer, { definition });
  return named.flatMap(({ id, here }) =>
    here === undefined
      ? []
      : [{ id, name: here.name, columns: here.columns.map(({ key, label }) => ({ key, label })) }],
  );
}
