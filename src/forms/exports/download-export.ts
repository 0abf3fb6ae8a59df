import { contentDisposition } from '#forms/attachments/file-name.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint, Reply } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { takeExport } from './begin-export.ts';
import type { ExportFile } from './export.ts';
import type { ExportsDeps } from './export-deps.ts';

/** GET /app/v1/exports/:id/files/:fileNumber: returns a result as a download. */
export const downloadExport = (deps: ExportsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/exports/:id/files/:fileNumber',
    doc: {
      summary: 'Download a file of an export',
      tag: 'Exports',
      responses: {
        200: { description: 'The file.', mediaType: '*/*' },
        404: { description: 'There is no such file, or it was deleted after a week.' },
      },
    },
    async handle({ principal, params }) {
      const { id, fileNumber: n } = params;
      const job = await takeExport(deps, principal, id);
      return replyWithResult(deps, /^\d{1,3}$/.test(n) ? job.files[Number(n)] : undefined);
    },
  });

/** Returns the bytes of a result. @throws AppError `not-found`. */
export async function replyWithResult(
  { files }: Pick<ExportsDeps, 'files'>,
  result: ExportFile | undefined,
): Promise<Reply> {
  const file = result && (await files.open(result.storageKey));
  if (!file) throw fail('not-found', 'There is no such file. Results are kept for a week.');
  return {
    status: 200,
    headers: {
      'content-type': result.type,
      'content-length': String(file.size),
      'content-disposition': contentDisposition('attachment', result.name),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    },
    body: file.stream,
  };
}
