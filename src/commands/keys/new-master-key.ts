import { rm } from 'node:fs/promises';
import type { World } from '#commands/shell/command.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import {
  type MasterKey,
  newMasterKeyFile,
  readKeyFile,
  readMasterKey,
  toMasterKey,
  writeKeyFile,
} from '#keys/index.ts';

/**
 * Puts the new master key where running nodes look for it, and deletes a leftover of an earlier move: a key that is
 * already the one of the settings.
 * @param path undefined if the key is already in the data directory
 * @throws CommandFailure if there is no key, or a move to a different one has begun.
 * @throws MasterKeyError if a file does not contain a key.
 */
export async function layNewMasterKey(
  { random }: World,
  { server, security }: Settings,
  path: string | undefined,
): Promise<MasterKey> {
  const { dataDir } = server;
  const target = newMasterKeyFile(dataDir);
  const main = await readMasterKey({ dataDir, masterKey: security.masterKey?.reveal() });
  const found = await readKeyFile(target);
  const isLeftover = found !== undefined && main?.equals(found) === true;
  if (isLeftover) await rm(target);
  const begun = isLeftover ? undefined : found;
  const given = path === undefined ? begun : await readKeyFile(path);
  if (!given) {
    throw new CommandFailure(
      path === undefined
        ? `There is no new master key: give one by --new-master-key-file (${target} is not there).`
        : `There is no file ${path}. Make one: openssl rand -base64 32 > ${path}`,
    );
  }
  const to = toMasterKey(given);
  if (main && toMasterKey(main).id === to.id) {
    throw new CommandFailure(`This is the master key of today (${to.id}). Give another one.`);
  }
  const there = toMasterKey(begun ?? (await writeKeyFile(target, given, random)));
  if (there.id === to.id) return to;
  throw new CommandFailure(
    `${target} holds another new master key (${there.id}): leave --new-master-key-file out to finish with that one first.`,
  );
}
