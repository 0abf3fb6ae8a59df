import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { fail } from '#kernel/errors.ts';

/** Passwords known from breaches. */
export interface BreachedPasswords {
  /** @throws AppError `storage-unavailable` when the file can't be read any more */
  has(password: string): Promise<boolean>;
}

/** Matches a line: the SHA-1 in upper case, perhaps followed by a colon and the number of breaches it was in. */
const LINE = /^[0-9A-F]{40}(?::\d{1,12})?\r?$/;
const HASH_LENGTH = 40;
const LONGEST_LINE = 64;
const BLOCK = 4096;

/**
 * Opens the Pwned Passwords list: one file of SHA-1 hashes ordered by hash, as its downloader writes it. A lookup is a
 * binary search on disk: some 30 short reads in 40 GB, nothing in memory.
 * @throws Error when the file cannot be read or has another format
 */
export async function openBreachedPasswords(path: string): Promise<BreachedPasswords> {
  await withFile(path, async (file) => {
    const [line = ''] = (await readText(file, 0, LONGEST_LINE)).split('\n');
    if (LINE.test(line)) return;
    throw new Error(
      `${path} is no list of breached passwords: its first line is not a SHA-1 in upper case. ` +
        'Download Pwned Passwords as one file of SHA-1 hashes, ordered by hash.',
    );
  });
  return {
    async has(password) {
      const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
      try {
        return await withFile(path, (file) => find(file, wanted));
      } catch (cause) {
        throw fail(
          'storage-unavailable',
          'Formstead cannot read the list of breached passwords, so no password can be set. Try again later.',
          { cause },
        );
      }
    },
  };
}

async function find(file: FileHandle, wanted: string): Promise<boolean> {
  const { size } = await file.stat();
  // The line, if there is one, starts at or after `from` and before `to`.
  let from = 0;
  let to = size;
  while (to - from > BLOCK) {
    const middle = Math.floor((from + to) / 2);
    const [before = '', line = ''] = (await readText(file, middle - 1, 2 * LONGEST_LINE)).split(
      '\n',
    );
    const hash = line.slice(0, HASH_LENGTH);
    if (hash === wanted) return true;
    if (hash < wanted) from = middle + before.length;
    else to = middle;
  }
  const text = await readText(file, from, to - from + LONGEST_LINE);
  return text.startsWith(wanted) || text.includes(`\n${wanted}`);
}

async function readText(file: FileHandle, at: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.toString('latin1', 0, bytesRead);
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}
