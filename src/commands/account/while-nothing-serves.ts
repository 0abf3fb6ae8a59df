import { resolve } from 'node:path';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Settings } from '#config/settings.ts';
import { DataDirInUse, lockForServing } from '#db/serving-lock.ts';

/**
 * Runs `work` while no service uses the SQLite file: its requests could not write for as long as a large transaction
 * takes. On PostgreSQL others go on writing meanwhile.
 * @throws CommandFailure while a service runs
 */
export async function whileNothingServes<T>(
  { server, storage }: Settings,
  work: () => Promise<T>,
): Promise<T> {
  if (storage.databaseUrl !== undefined) return work();
  const unlock = lock(resolve(server.dataDir));
  try {
    return await work();
  } finally {
    unlock();
  }
}

function lock(dataDir: string): () => void {
  try {
    return lockForServing(dataDir);
  } catch (cause) {
    if (!(cause instanceof DataDirInUse)) throw cause;
    throw new CommandFailure(
      `A service uses ${dataDir}. Stop it first: its requests could not write meanwhile.`,
      { cause },
    );
  }
}
