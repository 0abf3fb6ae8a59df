import type { Reader } from '#db/database.ts';
import { type AppError, type Because, fail } from '#kernel/errors.ts';
import { fold, isStorable } from '#kernel/text.ts';
import { unknownHolders } from './holders.store.ts';
import { LIST_LIMITS, type List, type ListColumn, type ListGrant } from './list.ts';

const KEY = /^[a-z][a-z0-9_]{0,39}$/;

/** Returns the name without outer spaces. @throws AppError `invalid-value`. */
export function checkListName(name: string): string {
  return checkText(name, 'name');
}

/**
 * Checks the columns of a list, and that one of them holds the key and one the label.
 * @throws AppError `invalid-list` naming the position.
 */
export function checkListColumns(
  columns: readonly ListColumn[],
  { keyColumn, labelColumn }: { readonly keyColumn: string; readonly labelColumn: string },
): readonly ListColumn[] {
  if (columns.length === 0 || columns.length > LIST_LIMITS.columns) {
    throw invalid('columns', `A list needs 1 to ${LIST_LIMITS.columns} columns.`);
  }
  const keys = new Set<string>();
  const headings = new Set<string>();
  const checked = columns.map((column, i) => {
    const at = `columns[${i}]`;
    if (!KEY.test(column.key)) {
      throw invalid(
        `${at}.key`,
        'The key of a column must start with a letter from a to z and have at most 40 small letters, digits and underscores.',
      );
    }
    const label = checkText(column.label, `${at}.label`);
    // A file names its columns by either of the two.
    const names = new Set([column.key, fold(label)]);
    const taken = [...names].find((each) => headings.has(each) || keys.has(each));
    if (taken !== undefined) {
      throw invalid(at, `Two columns have the name ${JSON.stringify(taken)}. Change one of them.`);
    }
    keys.add(column.key);
    headings.add(fold(label));
    return { key: column.key, label, type: column.type };
  });
  for (const [at, key] of Object.entries({ keyColumn, labelColumn })) {
    if (!keys.has(key)) throw invalid(at, `The list has no column ${JSON.stringify(key)}.`);
  }
  const typeOfKey = checked.find(({ key }) => key === keyColumn)?.type;
  if (typeOfKey !== 'text') throw invalid('keyColumn', 'The column of the keys must hold text.');
  return checked;
}

/**
 * Checks new columns of a list: templates may use those that it has, so that they stay, with their types. None comes
 * under the columns whose values are searched, or leaves them: the words of the rows are stored when rows are written,
 * and forms would find no rows in a column whose words are missing.
 * @throws AppError `invalid-list`.
 */
export function requireKept(before: readonly ListColumn[], after: readonly ListColumn[]): void {
  for (const [i, { key, type }] of before.entries()) {
    const place = after.findIndex((column) => column.key === key);
    const kept = after[place];
    if (kept === undefined) {
      throw invalid('columns', `The column ${JSON.stringify(key)} is missing. Columns stay.`);
    }
    if (kept.type !== type) {
      throw invalid('columns', `The column ${JSON.stringify(key)} must stay of the type ${type}.`);
    }
    if (isSearched(place) !== isSearched(i)) {
      throw invalid(
        'columns',
        `The column ${JSON.stringify(key)} must stay ${isSearched(i) ? 'among' : 'behind'} the first ${LIST_LIMITS.searched}, by which fields are narrowed. Put new columns at the end.`,
      );
    }
  }
}

/**
 * Returns the columns that are to be public, in the order of the list. An answer keeps the key and the label of its row,
 * so that these are always among them.
 * @throws AppError `invalid-list`.
 */
export function checkPublicColumns(
  { columns, keyColumn, labelColumn }: Pick<List, 'columns' | 'keyColumn' | 'labelColumn'>,
  wanted: readonly string[],
): readonly string[] {
  const keys = columns.map(({ key }) => key);
  for (const [i, key] of wanted.entries()) {
    if (keys.includes(key)) continue;
    const shown = JSON.stringify(key.slice(0, 60).toWellFormed());
    throw invalid(`columns[${i}]`, `The list has no column ${shown}.`);
  }
  for (const key of [keyColumn, labelColumn]) {
    if (wanted.includes(key)) continue;
    throw invalid(
      'columns',
      `The column ${JSON.stringify(key)} must be public too: visitors choose by it. Add it, or leave the list as it is.`,
    );
  }
  return keys.filter((key) => wanted.includes(key));
}

const isSearched = (place: number): boolean => place < LIST_LIMITS.searched;

/**
 * Returns each right once, in order, without those of users and groups that had one in `before` and were deleted since.
 * @throws AppError `invalid-value` for any other unknown user or group.
 */
export async function checkGrants(
  db: Reader,
  accountId: string,
  grants: readonly ListGrant[],
  before: readonly ListGrant[] = [],
): Promise<readonly ListGrant[]> {
  if (grants.length > LIST_LIMITS.grants) {
    throw badValue('grants', `A list has at most ${LIST_LIMITS.grants} rights.`, {
      reason: 'too-many-items',
      limit: LIST_LIMITS.grants,
    });
  }
  const checked = [...Map.groupBy(grants, ({ id }) => id).values()]
    .flatMap(([first, ...others]) =>
      first === undefined ? [] : [{ ...first, manage: [first, ...others].some((it) => it.manage) }],
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (checked.some(({ id, manage }) => id === 'everyone' && manage)) {
    throw badValue('grants', 'Not everyone may manage a list. Name users, groups or designers.', {
      reason: 'not-allowed',
      allowed: 'manage: false',
    });
  }
  const unknowns = await unknownHolders(db, accountId, checked);
  const unknown = unknowns.find(({ id }) => !before.some((grant) => grant.id === id));
  if (unknown === undefined) return checked.filter((grant) => !unknowns.includes(grant));
  const shown = JSON.stringify(unknown.id.slice(0, 100).toWellFormed());
  throw badValue('grants', `There is no ${unknown.type.toLowerCase()} with the id ${shown}.`, {
    reason: unknown.type === 'User' ? 'unknown-user' : 'unknown-group',
  });
}

function checkText(text: string, at: string): string {
  const trimmed = text.trim();
  const fits = trimmed !== '' && trimmed.length <= LIST_LIMITS.name && isStorable(trimmed);
  if (fits) return trimmed;
  throw badValue(at, `This must be text of 1 to ${LIST_LIMITS.name} characters.`, {
    reason: 'length',
    min: 1,
    limit: LIST_LIMITS.name,
  });
}

const badValue = (at: string, detail: string, because: Because): AppError =>
  fail('invalid-value', detail, { at, because });

const invalid = (at: string, detail: string): AppError => fail('invalid-list', detail, { at });
