import { findForeignSchema } from '#commands/schema/find-foreign-schema.ts';
import { CommandFailure } from '#commands/shell/failures.ts';
import type { Reader } from '#db/database.ts';
import { findDamage } from '#db/find-damage.ts';
import { readSchemaState } from '#db/migrate.ts';
import { openReadOnly } from '#db/open-sqlite.ts';
import { masterKeyIds } from '#keys/index.ts';

/** Facts about a copy that passed its checks. */
export interface CopyFacts {
  readonly accounts: number;
  /** The name of its last migration. */
  readonly schema: string;
  /** Ids of the master keys that wrap its keys: one, or none before the first start. */
  readonly masterKeys: readonly string[];
}

export const factsText = ({ accounts, schema, masterKeys }: CopyFacts) => ({
  accounts: String(accounts),
  schema,
  'master key': masterKeys.length === 0 ? 'none yet' : `id ${masterKeys.join(', ')}`,
});

/**
 * Reads a whole database file and checks its schema, pages, indexes and references.
 * @throws CommandFailure that says what is wrong.
 */
export async function verifyFile(file: string): Promise<CopyFacts> {
  const db = openReadOnly(file);
  try {
    return await verify(db.reader);
  } finally {
    await db.close();
  }
}

async function verify(db: Reader): Promise<CopyFacts> {
  const { foreign, done } = await readSchemaState(db);
  if (foreign.length > 0) {
    throw new CommandFailure(
      `The data is of a newer version of Formstead (it has ${foreign.join(', ')}): use that version.`,
    );
  }
  const schema = done.at(-1);
  if (schema === undefined) throw new CommandFailure('The file is not a backup of Formstead.');
  // The schema is checked before any data is read, because triggers or views of a foreign schema could run then.
  await requireOwnSchema(db);
  const damage = await findDamage(db, 'whole');
  if (damage !== undefined) throw new CommandFailure(`The data is damaged: ${damage}.`);
  const { length } = await db.selectFrom('accounts').select('id').execute();
  return { accounts: length, schema, masterKeys: await masterKeyIds(db) };
}

async function requireOwnSchema(db: Reader): Promise<void> {
  const differences = await findForeignSchema(db);
  if (differences.length === 0) return;
  throw new CommandFailure(
    `The schema was not made by Formstead: ${differences.join(', ')}. Find out who changed it; what was added to the database of a service has to be dropped there.`,
  );
}
