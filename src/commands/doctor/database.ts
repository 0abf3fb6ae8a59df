import { findForeignSchema } from '#commands/schema/find-foreign-schema.ts';
import type { Settings } from '#config/settings.ts';
import { describeDamage, MEND_DAMAGE } from '#db/damage-text.ts';
import { engineOf, type Reader } from '#db/dialect.ts';
import { findDamagedPages } from '#db/find-damaged-pages.ts';
import { MOVING_IN, mayRunBeside, readSchemaState } from '#db/migrate.ts';
import { PoolerError, requireOwnConnections } from '#db/pooler.ts';
import { type Finding, findingsOf } from './finding.ts';
import { readServerFacts } from './postgres-facts.store.ts';

const { ok, warning, fault } = findingsOf('database');
const OLDEST_POSTGRES = 14;

/** Checks that the database is sound, belongs to Formstead and is up to date. */
export async function checkDatabase(reader: Reader): Promise<readonly Finding[]> {
  const engine = engineOf(reader);
  const isSqlite = engine === 'sqlite';
  const health = isSqlite ? [ok('the SQLite database is sound')] : await checkServer(reader);
  return [...health, await checkSchema(reader)];
}

/** Returns undefined if every page of the file can be read. */
export function findDamageOf(file: string): Finding | undefined {
  const damage = findDamagedPages(file);
  return damage && fault(describeDamage(damage), MEND_DAMAGE);
}

/** Finds a pooler that shares connections which Formstead must have for itself; returns undefined if there is none. */
export async function findPooler({ storage }: Settings): Promise<Finding | undefined> {
  const { databaseUrl, namedStatements, statementSeconds } = storage;
  if (databaseUrl === undefined || !namedStatements) return undefined;
  try {
    await requireOwnConnections(databaseUrl.reveal(), statementSeconds * 1000);
    return undefined;
  } catch (error) {
    if (error instanceof PoolerError) return fault(error.what, error.fix);
    throw error;
  }
}

async function checkServer(reader: Reader): Promise<readonly Finding[]> {
  const { version, encoding, isStandby } = await readServerFacts(reader);
  const faults = [
    ...(version < OLDEST_POSTGRES
      ? [fault(`PostgreSQL ${version} is too old`, `use PostgreSQL ${OLDEST_POSTGRES} or later`)]
      : []),
    ...(encoding === 'UTF8'
      ? []
      : [fault(`the database has the encoding ${encoding}`, 'create it with encoding UTF8')]),
    ...(isStandby
      ? [
          fault(
            'this PostgreSQL is a standby and takes no writes',
            'name the primary in FORMSTEAD_DATABASE_URL',
          ),
        ]
      : []),
  ];
  return faults.length > 0 ? faults : [ok(`PostgreSQL ${version} answers`)];
}

async function checkSchema(reader: Reader): Promise<Finding> {
  const state = await readSchemaState(reader);
  const { done, pending, foreign } = state;
  if (foreign.includes(MOVING_IN)) {
    return fault(
      'data is being moved into this storage, and not all of it is here',
      'run formstead migrate-storage again, with the settings of the storage it comes from',
    );
  }
  if (foreign.length > 0 && (await mayRunBeside(reader, state))) {
    return warning(
      `a newer version has upgraded the data (it has ${foreign.join(', ')}), and this one may still serve it`,
      'replace this node by one of the newer version',
    );
  }
  if (foreign.length > 0) {
    return fault(
      `the data is of a newer version (it has ${foreign.join(', ')})`,
      'start that version, or restore a backup made before the upgrade',
    );
  }
  const differences = await findForeignSchema(reader);
  if (differences.length > 0) {
    return fault(
      `the schema was not made by Formstead: ${differences.join(', ')}`,
      'find out who changed it, and drop what was added: a trigger may change what it likes',
    );
  }
  return pending.length === 0
    ? ok(`the schema is up to date (${done.at(-1) ?? 'empty'})`)
    : warning(
        `the schema lacks ${pending.join(', ')}`,
        `the next start adds ${pending.length === 1 ? 'it' : 'them'}, or: formstead migrate`,
      );
}
