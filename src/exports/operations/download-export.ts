import { takeSeenExport } from '#exports/begin-export.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { replyWithResult } from '#exports/reply-with-result.ts';
import { operation } from '#http/operation.ts';

/** GET /exports/:id/files/:fileNumber: returns a result as a download. */
export const downloadExport = (deps: ExportsDeps) =>
  operation({
    method: 'GET',
    path: '/exports/:id/files/:fileNumber',
    right: 'forms.read',
    etag: 'none',
    doc: {
      summary: 'Download a file of an export',
      tag: 'Exports',
      responses: {
        200: { description: 'The file.', mediaType: '*/*' },
        404: {
          description:
            'There is no such file, it was deleted after a week, or the user may no longer see all that is in it.',
        },
      },
    },
    async handle({ principal, params }) {
      const { id, fileNumber: n } = params;
      const job = await takeSeenExport(deps, principal, id);
      return replyWithResult(deps, /^\d{1,3}$/.test(n) ? job.files[Number(n)] : undefined);
    },
  });
