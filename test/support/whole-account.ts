// Two organisations with something in most tables, as the product makes it.
import { sql } from 'kysely';
import { ALL_SEALED_TEXTS } from '#commands/sealed-texts.ts';
import type { Database } from '#db/database.ts';
import { MATRIX } from '../authorisation-matrix.ts';
import { startCallers } from './callers.ts';
import type { Instance } from './instance.ts';
import { createMatrixObjects } from './matrix-objects.ts';

export interface WholeAccounts {
  /** The account of the instance: one of everything that a route can be about. */
  readonly accountId: string;
  /** Another one with the same. */
  readonly otherId: string;
}

export async function makeWholeAccounts(instance: Instance): Promise<WholeAccounts> {
  const callers = await startCallers(instance);
  const objects = await createMatrixObjects(instance, callers);
  const admin = await callers.browse('admin');
  for (const row of new Map(MATRIX.map((each) => [each.id, each])).values()) {
    await objects.idFor(row, admin);
  }
  const { db, seal } = instance.services;
  await sealPlaceholders(db, (context, text) => seal.seal(context, text));
  await instance.services.chains.linkPending();
  const { accountId, accountCode } = instance.account;
  // It has no secret to open.
  await db.reader
    .insertInto('sso_connections')
    .values({
      ...{ account_id: accountId, id: `${accountCode}-saml`, kind: 'saml', name: 'SAML' },
      ...{ issuer: 'https://idp.example/entity', client_id: '', client_secret: '' },
      ...{ claim: 'NameID', attribute: 'userName', enabled: 0, created_at: 0 },
      saml_metadata_url: 'https://idp.example/metadata',
    })
    .execute();
  return { accountId, otherId: callers.otherAccountId };
}

/** Some objects are made with a secret that nobody opens; here they are opened. */
async function sealPlaceholders(
  db: Database,
  seal: (context: string, text: string) => string,
): Promise<void> {
  for (const { column: sealed } of ALL_SEALED_TEXTS) {
    if (sealed === undefined) continue;
    const { table, column, id, contextOf } = sealed;
    const { rows } = await sql<{ account: string; id: string }>`
      select account_id as account, ${sql.ref(id)} as id from ${sql.table(table)}
      where ${sql.ref(column)} = 'x'`.execute(db.reader);
    for (const row of rows) {
      const text = seal(contextOf(row.account, row.id), `secret of ${row.id}`);
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text}
        where account_id = ${row.account} and ${sql.ref(id)} = ${row.id}`.execute(db.reader);
    }
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Returns the rows of an account in every table that has an account_id, by the name of the table. */
export async function rowsOfAccount(
  db: Database,
  accountId: string,
): Promise<ReadonlyMap<string, Rows>> {
  const { rows: tables } =
    db.engine === 'postgres'
      ? await sql<{ name: string }>`select table_name as name from information_schema.columns
          where table_schema = current_schema() and column_name = 'account_id'`.execute(db.reader)
      : await sql<{ name: string }>`select m.name from sqlite_schema m, pragma_table_info(m.name) c
          where m.type = 'table' and c.name = 'account_id'`.execute(db.reader);
  const found = new Map<string, Rows>();
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} where account_id = ${accountId}`.execute(db.reader);
    found.set(name, rows);
  }
  return found;
}
