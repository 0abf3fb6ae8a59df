import { contentDisposition } from '#attachments/index.ts';
import type { Reply } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { ExportFile } from './export.ts';
import type { ExportsDeps } from './export-deps.ts';
import { openResult } from './result-files.ts';

/** Returns the bytes of a result. @throws AppError `not-found`, `file-damaged` */
export async function replyWithResult(
  { files }: Pick<ExportsDeps, 'files'>,
  result: ExportFile | undefined,
): Promise<Reply> {
  if (!result) throw fail('not-found', 'There is no such file. Results are kept for a week.');
  return {
    status: 200,
    headers: {
      'content-type': result.type,
      'content-length': String(result.size),
      'content-disposition': contentDisposition('attachment', result.name),
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    },
    body: await openResult(files, result),
  };
}
