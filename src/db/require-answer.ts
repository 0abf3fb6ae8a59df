import type { Database } from './database.ts';

/** Reads from the storage, whatever is in it. @throws the driver's error when the storage does not answer */
export async function requireAnswer({ reader }: Pick<Database, 'reader'>): Promise<void> {
  await reader.selectFrom('accounts').select('id').limit(1).execute();
}
