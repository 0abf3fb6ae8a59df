// Nightly: it takes over three seconds.
// PDFs that people upload are read in a process of their own, and what is too much for it ends in words.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { AppError } from '#kernel/errors.ts';
import { bombs, formPdf } from '../../test/support/made-pdf.ts';
import { createPapers, type Papers, type ReadPaper } from './papers.ts';

describe('papers', () => {
  const papers: Papers = createPapers();
  after(() => papers.close());

  async function* pieces(bytes: Buffer): AsyncIterable<Uint8Array> {
    yield bytes;
  }
  const read = (bytes: Buffer): Promise<ReadPaper> => papers.read('a', pieces(bytes));
  const refusal = async (bytes: Buffer): Promise<string> => {
    const error = await read(bytes).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    assert.ok(error instanceof AppError, `it was taken, or failed: ${error}`);
    assert.equal(error.code, 'unreadable-pdf');
    assert.match(error.message, /\. [A-Z].*\.$/, 'it names the way out');
    return String(error.extra['reason']);
  };

  test('a bomb ends in words, wherever it is, and the next PDF is read', async () => {
    for (const [where, bytes] of Object.entries(await bombs())) {
      assert.equal(await refusal(bytes), 'pdf-too-large', where);
    }
    assert.equal((await read(formPdf(['name']))).content.found.length, 1);
  });

  test('a PDF that comes slowly keeps no other organisation from theirs', async () => {
    const end = Promise.withResolvers<never>();
    async function* slow(): AsyncIterable<Uint8Array> {
      yield Buffer.from('%PDF-');
      await end.promise;
    }
    const waiting = Array.from({ length: 5 }, () => papers.read('slow', slow()));
    assert.equal((await read(formPdf(['name']))).content.found.length, 1);
    end.reject(new Error('the client went away'));
    const ended = await Promise.allSettled(waiting);
    assert.ok(ended.every(({ status }) => status === 'rejected'));
  });
});
