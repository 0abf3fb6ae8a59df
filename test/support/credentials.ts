// Credentials in a directory on a new database.

import type { CompiledQuery } from 'kysely';
import { createAudit } from '#audit/index.ts';
import { type Credentials, createCredentials, type NewSecret } from '#credentials/index.ts';
import type { Database, Reader, Tx } from '#db/database.ts';
import type { Actor } from '#kernel/actor.ts';
import { systemRandom } from '#kernel/ids.ts';
import { openDirectory, type TestDirectory } from './directory.ts';
import type { Engine } from './engines.ts';

export interface TestCredentials extends TestDirectory {
  readonly credentials: Credentials;
  readonly admin: Actor;
  /** Creates a user, and a credential that acts as that user. */
  addCredential(name?: string): Promise<NewSecret & { readonly userId: string }>;
  /** Returns the audit events of an account, oldest first, without ids and times. */
  auditLines(accountId?: string): Promise<readonly AuditLine[]>;
}

export interface AuditLine {
  readonly action: string;
  readonly result: string;
  readonly target: string | null;
  readonly credential: string | null;
  readonly ip: string | null;
  readonly detail: unknown;
}

export async function openCredentials(engine: Engine): Promise<TestCredentials> {
  const base = await openDirectory(engine);
  const { db, clock, ids, account } = base;
  const audit = createAudit({ clock, ids });
  const credentials = createCredentials({ clock, ids, random: systemRandom, audit });
  const admin = base.actor('command-line');
  return {
    ...base,
    credentials,
    admin,
    async addCredential(name = 'Sync') {
      const user = await base.addUser();
      const made = await db.transaction((tx: Tx) =>
        credentials.create(tx, admin, { name, actsAsUserId: user.id }),
      );
      return { ...made, userId: user.id };
    },
    auditLines: (accountId = account.id) => readAuditLines(db, accountId),
  };
}

export async function readAuditLines(
  db: Database,
  accountId: string,
): Promise<readonly AuditLine[]> {
  const rows = await db.reader
    .selectFrom('audit_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    action: row.action,
    result: row.result,
    target: row.target_id,
    credential: row.credential_id,
    ip: row.ip,
    detail: JSON.parse(row.detail ?? 'null'),
  }));
}

/** Returns a reader that records every query that it runs. */
export function spyOn(db: Reader): { readonly reader: Reader; readonly queries: CompiledQuery[] } {
  const queries: CompiledQuery[] = [];
  const reader = new Proxy(db, {
    get(target, name) {
      // Outside a transaction, SQLite has a shortcut that skips executeQuery.
      if (name === 'isTransaction') return true;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...parameters: unknown[]) => {
        if (name === 'executeQuery') queries.push(parameters[0] as CompiledQuery);
        return Reflect.apply(value, target, parameters);
      };
    },
  });
  return { reader, queries };
}
