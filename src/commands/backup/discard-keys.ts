import type SqliteDatabase from 'better-sqlite3';

/** What can't be read any more without the master key that sealed it. */
export interface LostWithKeys {
  /** Webhooks that need a new secret. */
  readonly webhooks: number;
  /** Connections of single sign-on whose client secret has to be entered again. */
  readonly connections: number;
  /** Users whose authenticator app makes no codes that count. */
  readonly secondFactors: number;
  /** Mails that waited to be sent. */
  readonly mails: number;
  /** Deleted people of whom erasing finds the names, and no addresses any more. */
  readonly formerUsers: number;
  /** Audit records whose end has no proof any more. */
  readonly auditRecords: number;
}

/** Takes out what only the lost master key could read, so that a first start makes new keys. */
export function discardKeys(handle: SqliteDatabase.Database): LostWithKeys {
  // A backup of an older program may not have all tables.
  const has = (table: string): boolean =>
    handle.prepare('select 1 from sqlite_schema where name = ?').get(table) !== undefined;
  const hasNames =
    handle
      .prepare("select 1 from pragma_table_info('former_users') where name = 'known_as'")
      .get() !== undefined;
  const count = (table: string, where = 'true'): number =>
    has(table)
      ? Number(handle.prepare(`select count(*) from ${table} where ${where}`).pluck().get())
      : 0;
  const lost = {
    webhooks: count('webhooks'),
    connections: count('sso_connections'),
    secondFactors: count('second_factors'),
    mails: count('notices'),
    formerUsers: hasNames ? count('former_users', 'known_as is not null') : 0,
    auditRecords: count('audit_chains'),
  };
  handle.exec('delete from keys');
  // The first start takes whatever master key it is given.
  handle.exec("delete from deployment where name in ('master-key', 'master-key-moved')");
  if (lost.formerUsers > 0) handle.exec('update former_users set known_as = null');
  if (lost.mails > 0) handle.exec('delete from notices');
  return lost;
}

/** What is lost and what to do about it, for people. */
export function lostText(keys: LostWithKeys): string {
  const { webhooks, connections, secondFactors, mails, formerUsers, auditRecords } = keys;
  const lines: readonly (readonly [number, string])[] = [
    [1, 'Access tokens: clients fetch new ones.'],
    [
      webhooks,
      `The secrets of ${webhooks} webhooks: nothing is delivered until an admin renews each on the page Webhooks and gives it to the receiver.`,
    ],
    [
      connections,
      `The client secrets of ${connections} connections for single sign-on: nobody signs in with them until an admin enters each again.`,
    ],
    [
      secondFactors,
      `The authenticator apps of ${secondFactors} users: they sign in with a recovery code or a passkey, or an admin resets them (formstead user reset-second-factor), and set the app up again.`,
    ],
    [mails, `${mails} mails that waited to be sent: they are deleted.`],
    [
      formerUsers,
      `The addresses of ${formerUsers} deleted users, by which erasing finds what else names them: erase them by their names.`,
    ],
    [
      auditRecords,
      `The proof of ${auditRecords} audit records: look at them (formstead audit verify), then seal each anew (formstead audit reseal).`,
    ],
  ];
  const lost = lines.filter(([number]) => number > 0).map(([, text]) => `- ${text}`);
  return ['Lost with the master key:', ...lost, 'formstead doctor names what is left to do.'].join(
    '\n',
  );
}
