import { call } from './client.ts';

export const EXPORTS = '/app/v1/exports';

/** Begins a PDF of one form, with its photos; it is on the page of exports when it is done. */
export const makePdf = (formId: string) =>
  call<{ readonly id: string }>('POST', EXPORTS, { kind: 'pdf', formId });
