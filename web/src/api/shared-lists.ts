import { queryOptions } from '@tanstack/react-query';
import type { ImportReport, SharedList } from '#shared-lists/app-types.ts';
import { ApiError, call, get, withQuery } from './client.ts';
import { queryClient } from './query-client.ts';

export const LISTS = '/app/v1/lists';
export const rowsOf = (id: string): string => `${LISTS}/${id}/rows`;
export const versionsOf = (id: string): string => `${LISTS}/${id}/versions`;

export const sharedListQuery = (id: string) =>
  queryOptions({ queryKey: [LISTS, id], queryFn: () => get<SharedList>(`${LISTS}/${id}`) });

export interface NewSharedList {
  readonly name: string;
  readonly columns: SharedList['columns'];
  readonly keyColumn: string;
  readonly labelColumn: string;
}

export interface SharedListChange {
  readonly revision: number;
  readonly name?: string;
  /** All of them; new ones are at the end. */
  readonly columns?: SharedList['columns'];
  readonly grants?: readonly {
    readonly type: string;
    readonly id: string;
    readonly manage: boolean;
  }[];
}

export const createSharedList = (list: NewSharedList) =>
  changed(call<SharedList>('POST', LISTS, list));

export const changeSharedList = (id: string, change: SharedListChange) =>
  changed(call<SharedList>('PATCH', `${LISTS}/${id}`, change));

/** Makes columns of a list public, and no others; none: the list is no longer public. */
export const openSharedList = (
  { id, revision }: Pick<SharedList, 'id' | 'revision'>,
  columns: readonly string[],
) => changed(call<SharedList>('PUT', `${LISTS}/${id}/public-columns`, { columns, revision }));

export const deleteSharedList = (id: string) => changed(call('DELETE', `${LISTS}/${id}`));

/** Returns what importing the file would change, and all its faults. */
export const previewRows = (id: string, file: File) => sendRows(id, file, { preview: true });

/** Replaces the rows by those of the file, unless they have changed since the version. */
export const importRows = (id: string, file: File, version: number) =>
  changed(sendRows(id, file, { version }));

export type SharedListRowFault = ImportReport['faults'][number];

/** Adds, replaces and deactivates single rows, unless they have changed since the version. @throws ApiError */
export const writeRows = (
  id: string,
  writes: {
    readonly rows?: readonly Readonly<Record<string, unknown>>[];
    readonly deactivate?: readonly string[];
    readonly version: number;
  },
) => changed(call<Pick<ImportReport, 'version' | 'counts'>>('POST', rowsOf(id), writes));

/** Returns what a refusal says about single rows; undefined for any other error. */
export const faultsIn = (error: unknown): readonly SharedListRowFault[] | undefined =>
  error instanceof ApiError && Array.isArray(error.members['faults'])
    ? error.members['faults']
    : undefined;

const sendRows = (id: string, file: File, query: { preview?: boolean; version?: number }) =>
  // Browsers name the type of a CSV file by the programs of the machine.
  call<ImportReport>('PUT', withQuery(rowsOf(id), query), new Blob([file], { type: 'text/csv' }));

/** Reads lists and their rows again. */
async function changed<T>(act: Promise<T>): Promise<T> {
  const result = await act;
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(LISTS),
  });
  return result;
}
