import { readFile } from 'node:fs/promises';
import type { OptionSpec, World } from './shell/command.ts';
import { codeOf } from './shell/explain-failure.ts';
import { CommandFailure } from './shell/failures.ts';

export const PASSWORD_OPTION: OptionSpec = {
  value: 'FILE',
  description: 'A file that contains only the password. Use - to read stdin.',
};

const MAX_BYTES = 4096;

/**
 * Reads a password from a file or stdin, without a line break at its end. Passwords are never taken from the command
 * line, which other users of the machine can see.
 * @throws CommandFailure if it can't be read, or is empty, too long or not UTF-8.
 */
export async function readPassword(world: World, file: string): Promise<string> {
  const bytes = file === '-' ? await readAll(world) : await readFrom(file);
  if (bytes.length > MAX_BYTES) {
    throw new CommandFailure(`The password is longer than ${MAX_BYTES} bytes.`);
  }
  const password = decode(bytes).replace(/\r?\n$/, '');
  if (password === '') throw new CommandFailure('The password is empty.');
  return password;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CommandFailure('The password is not UTF-8 text.', { cause });
  }
}

async function readFrom(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw new CommandFailure(
      `The password file ${file} can't be read (${codeOf(cause) ?? 'unknown reason'}).`,
      { cause },
    );
  }
}

async function readAll({ stdin }: World): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > MAX_BYTES) break;
  }
  return Buffer.concat(chunks);
}
