import { type AppError, fail } from '#kernel/errors.ts';
import { isOfType, isTextType, SNIFFED_BYTES } from './content-type.ts';

/**
 * Yields the same bytes, but nothing before the first of them have matched the type. Iterating throws AppError
 * `invalid-attachment`.
 */
export async function* checkContent(
  type: string,
  source: AsyncIterable<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const piece of source) {
    if (isTextType(type) && piece.includes(0)) throw notOfType(type);
    if (!head) {
      yield piece;
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < SNIFFED_BYTES) continue;
    yield sniffed(type, head);
    head = undefined;
  }
  if (head) yield sniffed(type, head);
}

function sniffed(type: string, head: Buffer): Buffer {
  if (head.length === 0)
    throw fail('invalid-attachment', 'The file is empty.', { because: { reason: 'file-empty' } });
  if (!isOfType(type, head.subarray(0, SNIFFED_BYTES))) throw notOfType(type);
  return head;
}

const notOfType = (type: string): AppError =>
  fail('invalid-attachment', `The content of the file does not match its type ${type}.`, {
    because: { reason: 'file-type-differs', mediaType: type },
    at: 'content-type',
  });
