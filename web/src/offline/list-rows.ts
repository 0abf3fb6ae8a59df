import type { SharedListRow, SharedListRows } from '#forms/app-types.ts';
import { ApiError, get } from '../api/client.ts';
import { rowsOf } from '../api/shared-lists.ts';
import { findKept, type ListSearch } from './list-store.ts';
import type { Person } from './store.ts';

export type { ListSearch } from './list-store.ts';

/**
 * Finds rows of a shared list: on the server, or without a network among those that this device keeps.
 * @throws ApiError
 */
export async function findListRows(
  person: Person,
  list: string,
  search: ListSearch,
): Promise<readonly SharedListRow[]> {
  try {
    if (!navigator.onLine) throw new ApiError(0, { code: 'offline' });
    const { items } = await get<SharedListRows>(rowsOf(list), { ...search });
    return items;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 0) throw error;
    const kept = await findKept(person, list, search);
    if (kept === undefined) throw error;
    return kept;
  }
}
