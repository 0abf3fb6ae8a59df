import { open, readFile } from 'node:fs/promises';
import { isAgeRecipient } from '#commands/age/age-header.ts';
import type { OptionSpec } from '#commands/shell/command.ts';
import { codeOf } from '#commands/shell/explain-failure.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';

export const KEY_OPTION: OptionSpec = {
  value: 'FILE',
  description:
    'What opens an encrypted backup: a file with its passphrase, or with the secret key of age-keygen.',
};

const START = 'age-encryption.org/';

/** Returns whether a file is an encrypted backup, as the schedule makes them. */
export async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path, 'r').catch(() => undefined);
  try {
    const found = await handle?.read(Buffer.alloc(START.length), 0, START.length, 0);
    return found?.buffer.toString('latin1') === START;
  } catch {
    return false;
  } finally {
    await handle?.close();
  }
}

/**
 * Returns what opens a backup, from a file or from the settings.
 * @throws CommandFailure if neither has it
 */
export async function readBackupKey(
  { backups }: Settings,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) return readKeyFile(file);
  const key = backups?.key.reveal();
  if (key === undefined) {
    throw new CommandFailure('The backup is encrypted: give what opens it with --key-file FILE.');
  }
  if (isAgeRecipient(key)) {
    throw new CommandFailure(
      'FORMSTEAD_BACKUP_KEY is a public key, which closes backups but does not open them: give the file of its secret key with --key-file FILE.',
    );
  }
  return key;
}

/** Returns the passphrase or the key of age in a file. @throws CommandFailure */
export async function readKeyFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    const code = codeOf(cause) ?? 'unknown reason';
    throw new CommandFailure(`The key file ${file} can't be read (${code}).`, { cause });
  });
  // age-keygen writes comments above the key.
  const line = text.split('\n').find((each) => each.trim() !== '' && !each.startsWith('#'));
  if (line === undefined) throw new CommandFailure(`The key file ${file} is empty.`);
  return line.trim();
}
