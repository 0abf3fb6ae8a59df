import type { SharedListRow, SharedListRows } from '#shared-lists/app-types.ts';
import { ApiError, get } from '#web/api/client.ts';
import { rowsOf } from '#web/api/shared-lists.ts';
import { findKept, type ListSearch } from './list-store.ts';
import type { Person } from './store.ts';

export type { ListSearch } from './list-store.ts';

/**
 * Finds rows of a shared list: on the server, or among those that this device keeps while the server answers nobody or
 * wants a sign-in first.
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
    if (!(error instanceof ApiError) || !hasNoSay(error.status)) throw error;
    const kept = await findKept(person, list, search);
    if (kept === undefined) throw error;
    return kept;
  }
}

/** Whether an answer says nothing of the list: no network, an ended session, too many requests, or a fault. */
const hasNoSay = (status: number): boolean =>
  status === 0 || status === 401 || status === 429 || status >= 500;
