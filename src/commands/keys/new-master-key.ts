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
 * Lays the new master key where running nodes look for it. What an earlier move left there goes: a key that is the one
 * of the settings by now.
 * @param path left out: it is there already
 * @throws CommandFailure when there is none, or another one was begun with.
 * @throws MasterKeyError when a file does not hold a key.
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
