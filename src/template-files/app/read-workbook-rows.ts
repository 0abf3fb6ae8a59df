import { type Static, Type } from 'typebox';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { MAX_IMPORT_BYTES } from '#template-files/import-reader.ts';
import {
  fileTooLarge,
  IMPORT_TYPES,
  type ImportsDeps,
  nothing,
} from '#template-files/operations/import-request.ts';

const WorkbookRows = Type.Object(
  {
    headers: Type.Array(Type.String()),
    rows: Type.Array(
      Type.Object({
        row: Type.Integer({ minimum: 1, description: 'As spreadsheets number it.' }),
        cells: Type.Array(Type.String()),
      }),
    ),
  },
  { title: 'WorkbookRows' },
);
export type WorkbookRows = Static<typeof WorkbookRows>;

/** POST /app/v1/workbooks/rows: returns the first sheet of a workbook as texts, for a page that works with its rows. */
export const readWorkbookRows = ({ imports }: Pick<ImportsDeps, 'imports'>): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/workbooks/rows',
    body: 'bytes',
    mediaTypes: IMPORT_TYPES,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyTooLarge: fileTooLarge,
    doc: {
      summary: 'Read the rows of a workbook',
      tag: 'Assignments',
      description:
        'Reads the first sheet of a workbook of Excel (.xlsx or .xls). The first row names the columns. Days and times are written as 2026-12-31 and 2026-12-31T17:00. Nothing is stored.',
      responses: {
        200: { description: 'The rows with content.', schema: WorkbookRows },
        413: 'file above 10 MiB',
        422: { description: '`import-refused`: the file cannot be read.' },
      },
    },
    async handle({ principal, bytes }) {
      const { headers, rows } = await imports.readTable(principal.accountId, bytes ?? nothing());
      const body: WorkbookRows = {
        headers: [...headers],
        rows: rows.map(({ row, cells }) => ({ row, cells: [...cells] })),
      };
      return { status: 200, body };
    },
  });
