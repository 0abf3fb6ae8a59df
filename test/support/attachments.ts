// Files to attach to forms, and a template that asks for some.

import {
  headRow,
  SHEET_END,
  SHEET_START,
  sheetPath,
  sheetRow,
  workbookParts,
} from '#answer-tables/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fontWith } from './fonts.ts';
import { ROWS_FILE } from './lists.ts';
import { formPdf } from './made-pdf.ts';
import { packZip } from './workbooks.ts';

/** A question for photos, one for a signature, one for text, and photos in a repeated panel. */
export const FILE_DEFINITION: JsonObject = {
  elements: [
    { type: 'text', name: 'site', title: 'Site', searchable: true },
    { type: 'comment', name: 'notes' },
    { type: 'file', name: 'photo', title: 'Photos', allowMultiple: true },
    { type: 'signaturepad', name: 'signature', title: 'Signature' },
    {
      type: 'paneldynamic',
      name: 'defects',
      templateElements: [{ type: 'file', name: 'picture' }],
    },
  ],
};

/** One black pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
/** Two white pixels. */
export const JPEG = Buffer.from(
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKpAB//Z',
  'base64',
);
/** The beginning of a JPEG, without a picture. */
export const JPEG_HEAD = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');

/** An exported template. */
const IMPORTED = {
  query: '',
  type: 'application/octet-stream',
  bytes: Buffer.from(
    JSON.stringify({
      format: 'formstead-template',
      version: 1,
      name: 'Imported',
      namePattern: '{template} {number}',
      definition: { elements: [{ type: 'text', name: 'site' }] },
    }),
  ),
};

/** A workbook of one person. */
const WORKBOOK = {
  query: '',
  type: 'application/octet-stream',
  bytes: packZip({
    ...Object.fromEntries(workbookParts(['Work'])),
    [sheetPath(1)]:
      `${SHEET_START}${headRow(['User name'])}${sheetRow(2, [{ text: 'ann' }], String)}${SHEET_END}`,
  }),
};

const PAPER = { query: '?title=Paper', type: 'application/pdf', bytes: formPdf(['site']) };
const NEXT_PAPER = { ...PAPER, query: '' };

/** A valid request for each route that takes bytes: query, type and body. */
export const BYTE_BODIES: Readonly<
  Record<string, { readonly query: string; readonly type: string; readonly bytes: Buffer }>
> = {
  'POST /app/v1/forms/:id/attachments': { query: '?field=photo', type: 'image/png', bytes: PNG },
  'POST /v2/formz/:id/attachments': { query: '?field=photo', type: 'image/png', bytes: PNG },
  'POST /v2/templates/import': IMPORTED,
  'POST /app/v1/templates/import': IMPORTED,
  'POST /app/v1/templates/import/check': IMPORTED,
  'POST /app/v1/workbooks/rows': WORKBOOK,
  'PUT /app/v1/lists/:id/rows': { query: '', type: 'text/csv', bytes: ROWS_FILE },
  'PUT /v2/lists/:id/rows': { query: '', type: 'text/csv', bytes: ROWS_FILE },
  'POST /link/v1/files': { query: '?field=photo', type: 'image/png', bytes: PNG },
  'POST /app/v1/account/fonts': { query: '', type: 'font/ttf', bytes: fontWith('日') },
  'POST /app/v1/templates/:id/documents': PAPER,
  'POST /v2/templates/:id/documents': PAPER,
  'PUT /app/v1/templates/:id/documents/:documentId/original': NEXT_PAPER,
  'PUT /v2/templates/:id/documents/:documentId/original': NEXT_PAPER,
  'PUT /app/v1/account/logo': { query: '', type: 'image/png', bytes: PNG },
  'PUT /app/v1/templates/:id/logo': { query: '', type: 'image/png', bytes: PNG },
  'PUT /v2/templates/:id/logo': { query: '', type: 'image/png', bytes: PNG },
};
