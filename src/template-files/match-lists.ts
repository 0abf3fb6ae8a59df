// Finds the lists of this Formstead for those that an imported template names.
import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { AppError, fail } from '#kernel/errors.ts';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { type List, listsHeldBy, requireListRight, selectLists } from '#lists/index.ts';
import { listIn, questionsOf, textIn } from '#questionnaires/definition/questions.ts';
import { listIdsIn } from '#templates/index.ts';
import { type FileList, withLists } from './file-lists.ts';
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
}

/**
 * Returns the lists that the fields of a file name, each with the one that was chosen for it. Without a choice it is the
 * same list, or else the only one with its name.
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
        (inFile && (await findByName(deps, db, viewer, inFile.name))));
    found.push({ id, inFile, here });
  }
  return found;
}

/** Returns the file with lists of this Formstead, and notes of what is missing. */
export function withMatched(file: ImportedFile, named: readonly NamedList[]): ImportedFile {
  if (named.length === 0) return file;
  const notes = new Notes(file.notes, file.noteCount);
  const byId = new Map(named.map((each) => [each.id, each]));
  for (const { question, type } of questionsOf(file.definition)) {
    const id = textIn(question, 'list');
    const each = byId.get(id.toLowerCase());
    if (type !== 'sharedlist' || each === undefined) continue;
    noteMissing(notes, question, each);
  }
  const other = new Map(named.map(({ id, here }) => [id, here?.id]));
  const definition = withLists(file.definition, other);
  return { ...file, definition, notes: notes.list, noteCount: notes.count };
}

/** Notes that a field has no list, or which columns its list lacks. */
function noteMissing(notes: Notes, question: JsonObject, { id, inFile, here }: NamedList): void {
  const place = { name: textIn(question, 'name') };
  if (here === undefined) {
    notes.add('list', place, { list: inFile?.name ?? id });
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

/** Returns the only list of this name that the viewer may use. */
async function findByName(
  deps: Deps,
  db: Reader,
  viewer: Viewer,
  name: string,
): Promise<List | undefined> {
  const by = await listsHeldBy(deps, db, viewer, false);
  const like = fold(name);
  const lists = await selectLists(db, viewer.accountId, { by, like }, undefined, MOST);
  const [first, second] = lists.filter((list) => fold(list.name) === like);
  return second === undefined ? first : undefined;
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
