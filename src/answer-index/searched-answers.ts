import type { Tx } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';
import {
  allMarks,
  findVersion,
  type Marks,
  type SearchField,
  searchedTexts,
  searchFieldsOf,
} from '#templates/index.ts';
import { readCurrentVersionId } from './search-refill.store.ts';

/** What a version says about searching. It never changes, so that no node can make a kept one wrong. */
interface Searched {
  readonly fields: readonly SearchField[];
  readonly marks: Marks;
  readonly isAny: boolean;
}

/** What the searched texts of a form are made of. */
export type Searchable = Pick<Form, 'accountId' | 'templateId' | 'templateVersionId' | 'answers'>;

/**
 * Returns the answers of a form that it is found by. The newest version that asks a field decides whether it is
 * searched, in forms of all versions, so that a field stays unsearched when it is first unmarked and then removed.
 */
export async function searchedAnswers(
  tx: Tx,
  { accountId, templateId, templateVersionId, answers }: Searchable,
): Promise<readonly string[]> {
  const own = await searchedBy(tx, accountId, templateVersionId);
  const currentId = (await readCurrentVersionId(tx, accountId, templateId)) ?? templateVersionId;
  const current = await searchedBy(tx, accountId, currentId);
  if (!own.isAny && !current.isAny) return [];
  return searchedTexts(own.fields, current.marks, answers);
}
/** The versions that are kept, the longest unused of which goes first. */
const MOST_KEPT = 100;
const kept = new Map<string, Searched>();

async function searchedBy(tx: Tx, accountId: string, id: string): Promise<Searched> {
  const key = `${accountId}/${id}`;
  const known = kept.get(key);
  kept.delete(key);
  const searched = known ?? (await read(tx, accountId, id));
  kept.set(key, searched);
  if (kept.size > MOST_KEPT) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
  return searched;
}

async function read(tx: Tx, accountId: string, id: string): Promise<Searched> {
  const version = await findVersion(tx, accountId, id);
  const fields = version ? searchFieldsOf(version) : [];
  const marks = version ? allMarks(version, fields) : new Map<string, boolean>();
  return { fields, marks, isAny: [...marks.values()].includes(true) };
}
