import { takeSeenExport } from '#exports/begin-export.ts';
import { ExportItem } from '#exports/export.shapes.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { toExportItem } from '#exports/export-item.ts';
import { namesOf } from '#exports/export-names.ts';
import { doorOf, operation } from '#http/operation.ts';

/** GET /exports/:id: returns the state of an export. */
export const getExport = (deps: ExportsDeps) =>
  operation({
    method: 'GET',
    path: '/exports/:id',
    right: 'forms.read',
    etag: 'content',
    doc: {
      summary: 'Read an export',
      tag: 'Exports',
      responses: {
        200: { description: 'The export.', schema: ExportItem },
        304: 'not modified',
        404: { description: 'The user has no such export.' },
      },
    },
    async handle(call) {
      const { principal, params } = call;
      const job = await takeSeenExport(deps, principal, params.id);
      const names = await namesOf(deps, principal, [job]);
      return { status: 200, body: toExportItem(job, names, doorOf(call)) satisfies ExportItem };
    },
  });
