import { contentDisposition } from '#forms/attachments/file-name.ts';
import type { Reply } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { ExportFile } from './export.ts';
import type { ExportsDeps } from './export-deps.ts';

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
