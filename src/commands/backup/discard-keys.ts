import type SqliteDatabase from 'better-sqlite3';
import { counted } from '#kernel/counted.ts';

/** Counts of what becomes unreadable without the master key that sealed it. */
export interface LostWithKeys {
  readonly webhooks: number;
  /** Single sign-on connections whose client secret has to be entered again. */
  readonly connections: number;
  /** Public links whose address can no longer be shown. */
  readonly publicLinks: number;
  /** Users whose authenticator app no longer works. */
  readonly secondFactors: number;
  /** Mails that were still waiting to be sent. */
  readonly mails: number;
  /** Deleted users whose names can still be erased from the audit log, but not their addresses. */
  readonly formerUsers: number;
  /** Audit logs whose end can no longer be proven. */
  readonly auditRecords: number;
}

/** Deletes what only the lost master key can open, so that the next start creates new keys. */
export function discardKeys(handle: SqliteDatabase.Database): LostWithKeys {
  // A backup of an older version may not have all tables.
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
    connections: count('sso_connections', "client_secret <> ''"),
    publicLinks: count('public_links', "state <> 'ended'"),
    secondFactors: count('second_factors'),
    mails: count('notices'),
    formerUsers: hasNames ? count('former_users', 'known_as is not null') : 0,
    auditRecords: count('audit_chains'),
  };
  handle.exec('delete from keys');
  // Without this row, the next start accepts any master key.
  handle.exec("delete from deployment where name in ('master-key', 'master-key-moved')");
  if (lost.formerUsers > 0) handle.exec('update former_users set known_as = null');
  if (lost.mails > 0) handle.exec('delete from notices');
  if (has('public_links')) handle.exec("update public_links set secrets = ''");
  return lost;
}

/** Describes, for people, what is lost and what to do about it. */
export function lostText(keys: LostWithKeys): string {
  const { webhooks, connections, publicLinks, secondFactors, mails, formerUsers, auditRecords } =
    keys;
  const lines: readonly (readonly [number, string])[] = [
    [1, 'Access tokens: clients fetch new ones.'],
    [
      webhooks,
      `The secrets of ${counted(webhooks, 'webhook')}: nothing is delivered until an admin renews each on the page Webhooks and gives it to the receiver.`,
    ],
    [
      connections,
      `The client secrets of ${counted(connections, 'connection')} for single sign-on: nobody signs in with them until an admin enters each again.`,
    ],
    [
      publicLinks,
      `The addresses of ${counted(publicLinks, 'public link')}: no page can show them any more, and those with prefilled answers stop working. Others that were given out still work. Make new links where you need an address.`,
    ],
    [
      secondFactors,
      `The authenticator apps of ${counted(secondFactors, 'user')}: they sign in with a recovery code or a passkey, or an admin resets them (formstead user reset-second-factor), and set the app up again.`,
    ],
    [mails, `${counted(mails, 'mail')} that waited to be sent: deleted.`],
    [
      formerUsers,
      `The addresses of ${counted(formerUsers, 'deleted user')}, by which erasing finds what else names them: erase them by their names.`,
    ],
    [
      auditRecords,
      `The proof of ${counted(auditRecords, 'audit record')}: look at them (formstead audit verify), then seal each anew (formstead audit reseal).`,
    ],
  ];
  const lost = lines.filter(([number]) => number > 0).map(([, text]) => `- ${text}`);
  return ['Lost with the master key:', ...lost, 'formstead doctor names what is left to do.'].join(
    '\n',
  );
}
