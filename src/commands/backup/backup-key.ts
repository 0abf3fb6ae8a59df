import { open } from 'node:fs/promises';
import type { OptionSpec } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import {
  type KeyFault,
  type OpeningKey,
  openingKeyIn,
  type SealingKey,
  sealingKeyIn,
} from '#kernel/age-keys.ts';
import { readSecretFile } from '#kernel/read-secret-file.ts';

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
export function readBackupKey({ backups }: Settings, file: string | undefined): OpeningKey {
  if (file !== undefined) return readOpeningKey(file);
  const key = backups?.key.reveal();
  if (key === undefined) {
    throw new CommandFailure('The backup is encrypted: give what opens it with --key-file FILE.');
  }
  const opening = openingOf(key);
  if (opening !== undefined) return opening;
  throw new CommandFailure(
    'FORMSTEAD_BACKUP_KEY is a public key, which closes backups but does not open them: give the file of its secret key with --key-file FILE.',
  );
}

/** Returns what opens the files that a key encrypts; undefined if only a secret key that is elsewhere does. */
export const openingOf = (key: SealingKey): OpeningKey | undefined =>
  'passphrase' in key ? { identities: [], passphrases: [key.passphrase] } : undefined;

/** Returns what a key file opens. @throws CommandFailure */
export const readOpeningKey = (file: string): OpeningKey =>
  requireUsable(file, openingKeyIn(textOf(file)));

export interface SealingFile {
  readonly sealing: SealingKey;
  /** What opens it again; undefined if the file holds public keys. */
  readonly opening: OpeningKey | undefined;
}

/** Returns what a key file encrypts with: of a secret key, its public key. @throws CommandFailure */
export function readSealingFile(file: string): SealingFile {
  const text = textOf(file);
  const sealing = requireUsable(file, sealingKeyIn(text, 'derive'));
  const opening = openingKeyIn(text);
  return { sealing, opening: 'problem' in opening ? undefined : opening };
}

function textOf(file: string): string {
  const content = readSecretFile(file);
  if ('text' in content) return content.text;
  throw new CommandFailure(`The key file ${file} can't be used. ${content.problem}`);
}

function requireUsable<T extends object>(file: string, found: T | KeyFault): T {
  if (!('problem' in found)) return found;
  const { problem, fix } = found;
  throw new CommandFailure(`The key file ${file} can't be used. ${problem} ${fix}`);
}
