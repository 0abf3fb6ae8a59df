import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import { isObject, type JsonObject } from '#kernel/json.ts';
import { LIST_LIMITS, type List, requireListRight } from '#lists/index.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import { listIn, questionsOf, textIn } from '#questionnaires/definition/questions.ts';

/**
 * Returns the faults of choices from shared lists that only the storage knows: lists that do not exist or that the
 * viewer may not use, and columns that a list does not have.
 */
export async function faultsOfLists(
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
  definition: JsonObject,
): Promise<readonly DefinitionFault[]> {
  const faults: DefinitionFault[] = [];
  const known = new Map<string, List | undefined>();
  for (const { at, question, type } of questionsOf(definition)) {
    const id = textIn(question, 'list');
    if (type !== 'sharedlist' || id === '') continue;
    if (!known.has(id)) known.set(id, await usable(deps, db, viewer, id));
    const list = known.get(id);
    if (list === undefined) {
      const text = 'There is no such list, or you may not use it. Choose another one.';
      faults.push({ at: `${at}.list`, kind: 'unknownList', text });
    } else faults.push(...faultsOfColumns(list, question, at));
  }
  return faults;
}

/** Returns the faults of choices from these lists, which are not public, in a template with a public link. */
export const faultsOfClosedLists = (
  definition: JsonObject,
  closed: ReadonlySet<string>,
): readonly DefinitionFault[] =>
  questionsOf(definition)
    .filter(({ question, type }) => type === 'sharedlist' && closed.has(textIn(question, 'list')))
    .map(({ at }) => ({
      at: `${at}.list`,
      kind: 'listInLink',
      text: 'The template has a public link, and this list is not public. Make the list public, replace this field, or end the links of the template first.',
    }));

function faultsOfColumns(list: List, question: JsonObject, at: string): readonly DefinitionFault[] {
  const named = [
    ...namedBy(textIn(question, 'filterColumn'), `${at}.filterColumn`),
    ...listIn(question, 'fillIn').flatMap((each, i) =>
      isObject(each) ? namedBy(textIn(each, 'column'), `${at}.fillIn[${i}]`) : [],
    ),
  ];
  return named.flatMap(({ column, at: position }): readonly DefinitionFault[] => {
    const index = list.columns.findIndex(({ key }) => key === column);
    const values = { name: column, limit: LIST_LIMITS.searched };
    if (index < 0) {
      const text = `The list has no column ${JSON.stringify(column)}.`;
      return [{ at: position, kind: 'unknownColumn', values, text }];
    }
    if (index < LIST_LIMITS.searched || !position.endsWith('filterColumn')) return [];
    const text = `Only the first ${LIST_LIMITS.searched} columns of a list can narrow it.`;
    return [{ at: position, kind: 'unknownColumn', values, text }];
  });
}

const namedBy = (column: string, at: string) => (column === '' ? [] : [{ column, at }]);

async function usable(
  deps: { readonly directory: GroupsOfUser },
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
