import { labelKeyOf, wordsOfRow } from '#lists/row-words.ts';
import { wordsOf } from '#search/words.ts';
import type { SharedList, SharedListChanges } from '#shared-lists/app-types.ts';
import { ApiError, get } from '#web/api/client.ts';
import { LISTS } from '#web/api/shared-lists.ts';
import { eraseLists } from './erasure.ts';
import { forgetList, type KeptList, type KeptRow, keptLists, storeRows } from './list-store.ts';
import { isRecord } from './merge.ts';
import type { Person } from './store.ts';

/**
 * Keeps the lists that templates of this device use, and forgets all others. Only what changed is read, some rows at a
 * time; what has arrived stays when the connection is cut.
 * @throws ApiError
 */
export const keepLists = (person: Person, definitions: readonly object[]): Promise<void> =>
  // Another tab that does the same would only write the same rows.
  navigator.locks.request(
    `formstead/${person.accountId}/${person.userId}/keep-lists`,
    { ifAvailable: true },
    async (lock) => {
      if (lock !== null) await keepAll(person, definitions);
    },
  );

/** Forgets the lists that no definition uses. */
export async function forgetListsBut(
  person: Person,
  definitions: readonly object[],
): Promise<void> {
  const wanted = new Set(definitions.flatMap(listsIn));
  if (wanted.size === 0) return await eraseLists(person);
  for (const id of (await keptLists(person)).keys()) {
    if (!wanted.has(id)) await forgetList(person, id);
  }
}

async function keepAll(person: Person, definitions: readonly object[]): Promise<void> {
  const wanted = new Set(definitions.flatMap(listsIn));
  await forgetListsBut(person, definitions);
  const known = await keptLists(person);
  for (const id of wanted) {
    try {
      await refresh(person, id, known.get(id));
    } catch (error) {
      // The person may no longer use it, or it is deleted.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      await forgetList(person, id);
    }
  }
}

async function refresh(
  person: Person,
  id: string,
  known: Omit<KeptList, 'id'> | undefined,
): Promise<void> {
  const list = await get<SharedList>(`${LISTS}/${id}`);
  let { seq, epoch, isWhole } = known ?? { seq: 0, epoch: '', isWhole: false };
  for (let isComplete = false; !isComplete; ) {
    const changes = await get<SharedListChanges>(`${LISTS}/${id}/changes`, { seq, epoch });
    const rows = changes.rows
      .filter(({ active }) => active)
      .map((row): KeptRow => {
        const words = wordsOfRow({ wordsOf }, list.columns, row).map((word) => `${id} ${word}`);
        return { ...row, list: id, labelKey: labelKeyOf(row.label), words };
      });
    const gone = changes.rows.filter(({ active }) => !active).map(({ key }) => key);
    const isReset = changes.reset === true;
    ({ seq, epoch, isComplete } = changes);
    isWhole = (isWhole && !isReset) || isComplete;
    await storeRows(person, { id, seq, epoch, isWhole }, { rows, gone, isReset });
  }
}

/** Returns the ids of the lists that a definition names. */
function listsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listsIn);
  if (!isRecord(value)) return [];
  const isChoice = value['type'] === 'sharedlist' || value['cellType'] === 'sharedlist';
  const own = isChoice && typeof value['list'] === 'string';
  return [
    ...(own ? [String(value['list'])] : []),
    ...Object.values(value).flatMap((each) => (typeof each === 'object' ? listsIn(each) : [])),
  ];
}
