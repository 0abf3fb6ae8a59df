import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { MAX_IMPORT_BYTES } from '#template-files/import-reader.ts';
import { matchLists, withListNotes } from '#template-files/match-lists.ts';
import { TemplateImportReport } from '#template-files/operations/import.shapes.ts';
import {
  fileTooLarge,
  IMPORT_TYPES,
  type ImportsDeps,
  readUpload,
} from '#template-files/operations/import-request.ts';

/** POST /app/v1/templates/import/check: returns what importing a file would make, and what it would leave out. */
export const checkImport = (deps: ImportsDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/import/check',
    role: 'designer',
    body: 'bytes',
    mediaTypes: IMPORT_TYPES,
    maxBodyBytes: MAX_IMPORT_BYTES,
    bodyTooLarge: fileTooLarge,
    doc: {
      summary: 'Check a file to import',
      tag: 'Templates',
      description: 'An XLSForm (.xlsx or .xls) or an exported template (.json). Nothing is stored.',
      responses: {
        200: { description: 'What the template would be.', schema: TemplateImportReport },
        413: 'file above 10 MiB',
        422: { description: '`import-refused`: nothing of the file can be used.' },
      },
    },
    async handle(request) {
      const read = await readUpload(deps, request);
      const named = await matchLists(deps, deps.db.reader, request.principal, read);
      const refused = named.filter(({ making }) => making === 'no-room');
      const { namePattern: _, rules: __, notes, ...file } = withListNotes(read, refused);
      const lists = named.map(({ id, inFile, here, making }) => ({
        id,
        ...(inFile && { name: inFile.name }),
        columns: inFile?.columns.map(({ label }) => label) ?? [],
        ...(here && { match: { id: here.id, name: here.name } }),
        ...(making === 'new' && { newRows: inFile?.rows?.length ?? 0 }),
      }));
      const body = { ...file, lists, notes: notes.map((note) => ({ ...note })) };
      return { status: 200, body: body satisfies TemplateImportReport };
    },
  });
