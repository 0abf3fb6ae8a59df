import { link, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';

const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a finished file its name, atomically and durably, and never overwrites another file.
 * @throws CommandFailure if a file of this name exists.
 */
export async function placeFile(finished: string, name: string): Promise<void> {
  await sync(finished);
  try {
    // `link` fails if the name exists; `rename` would replace that file.
    await link(finished, name);
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'EEXIST') throw taken(name);
    // Some file systems have no hard links.
    if (!NO_LINKS.includes(code)) throw error;
    await rename(finished, name);
  }
  await sync(dirname(name));
}

export const taken = (name: string): CommandFailure =>
  new CommandFailure(`${name} exists, and nothing is overwritten: choose another name.`);

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
