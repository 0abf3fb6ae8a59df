import type { ExportItem, NewExport } from '#forms/app-types.ts';
import { call } from './client.ts';
import { queryClient } from './query-client.ts';

export const EXPORTS = '/app/v1/exports';

/** Begins an export; it is on the page of exports, and there when it is done. */
export const beginExport = (input: NewExport) =>
  change(() => call<ExportItem>('POST', EXPORTS, input));

/** Begins a PDF of one form, with its photos. */
export const makePdf = (formId: string) => beginExport({ kind: 'pdf', formId });

/** Cancels what is under way, removes what is not. */
export const removeExport = (id: string) => change(() => call('DELETE', `${EXPORTS}/${id}`));

/** How the exports stand is asked for again. */
export const lookAtExports = () => queryClient.invalidateQueries({ queryKey: [EXPORTS] });

async function change<T>(act: () => Promise<T>): Promise<T> {
  const result = await act();
  await lookAtExports();
  return result;
}
