import { queryOptions } from '@tanstack/react-query';
import type { ExportItem, NewExport } from '#exports/app-types.ts';
import type { DocumentList } from '#templates/app-types.ts';
import { call, get } from './client.ts';
import { queryClient } from './query-client.ts';

export const EXPORTS = '/app/v1/exports';

/** Begins an export, which the list of exports shows. */
export const beginExport = (input: NewExport) =>
  change(() => call<ExportItem>('POST', EXPORTS, input));

/** Begins an export of one form as a PDF. */
export const makePdf = (formId: string, how: Pick<NewExport, 'document' | 'leaveOut'>) =>
  beginExport({ kind: 'pdf', formId, ...how });

/** Cancels an export that is running, and deletes one that is not. */
export const removeExport = (id: string) => change(() => call('DELETE', `${EXPORTS}/${id}`));

/** Reads the lists of exports again. */
export const lookAtExports = () => queryClient.invalidateQueries({ queryKey: [EXPORTS] });

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await act();
  await lookAtExports();
  return result;
}

/**
 * The documents that a form, or the forms of a template, can be printed on. Who manages a template gets those of its draft.
 * @param of what has them, such as `forms/…` or `templates/…`
 */
export const documentsQuery = (of: string) =>
  queryOptions({
    queryKey: ['documents', of],
    queryFn: () => get<DocumentList>(`/app/v1/${of}/documents`),
  });
