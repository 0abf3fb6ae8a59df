import { type Selectable, sql } from 'kysely';
import type { Database, Reader, Tx } from '#db/database.ts';
import { deleteOldRows, type OldRows } from '#db/delete-old-rows.ts';
import { isIn, selectThrough, withinDeadline } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import { fold } from '#kernel/text.ts';
import type { LogEntry } from './log-entry.ts';
import { sumUnauthenticated, type UnauthenticatedSum } from './unauthenticated.store.ts';

/** Rows of one statement. More could exceed the number of parameters that a database engine allows. */
const ROWS_AT_ONCE = 50;

export async function insertEntries(
  tx: Tx,
  accountId: string,
  entries: readonly LogEntry[],
): Promise<void> {
  for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
    const rows = entries.slice(from, from + ROWS_AT_ONCE).map((entry) => toRow(accountId, entry));
    await tx.insertInto('provisioning_log').values(rows).execute();
  }
}

const toRow = (accountId: string, entry: LogEntry) => ({
  account_id: accountId,
  id: entry.id,
  request_id: entry.requestId,
  at: entry.at,
  ms: entry.ms,
  method: entry.method,
  path: entry.path,
  query: entry.query ?? null,
  status: entry.status,
  outcome: entry.outcome,
  code: entry.code ?? null,
  holder_id: entry.holderId ?? null,
  detail: entry.detail ?? null,
  resource_type: entry.resourceType ?? null,
  resource_id: entry.resourceId ?? null,
  resource_name: entry.resourceName ?? null,
  name_key: nameKeyOf(entry.resourceName),
  name_before: entry.nameBefore ?? null,
  name_before_key: nameKeyOf(entry.nameBefore),
  credential_id: entry.credentialId ?? null,
  user_id: entry.userId ?? null,
  ip: entry.ip,
  agent: entry.agent ?? null,
  request_body: entry.requestBody ?? null,
  response_body: entry.responseBody ?? null,
  truncated: entry.truncated ? (1 as const) : (0 as const),
  dropped: entry.dropped,
  notes: entry.notes === undefined ? null : JSON.stringify(entry.notes),
});

const nameKeyOf = (name: string | undefined): string | null =>
  name === undefined ? null : fold(name).slice(0, 200);

export type LogRow = Selectable<Tables['provisioning_log']>;

export interface LogFilter {
  /** The start of a name, or an id of a resource or of a request. */
  readonly q: string | undefined;
  readonly outcome: LogEntry['outcome'] | undefined;
  readonly method: string | undefined;
  readonly resourceType: string | undefined;
  readonly status: number | undefined;
  readonly credentialId: string | undefined;
  /** ms since the epoch, this one included. */
  readonly since: number | undefined;
  /** ms since the epoch, this one not included. */
  readonly until: number | undefined;
}

interface Page {
  /** The id of the entry that the page follows. */
  readonly before: string | undefined;
  readonly limit: number;
}

/** The columns of a table of entries, without bodies. */
const LINE = [
  ...(['id', 'request_id', 'at', 'ms', 'method', 'path', 'status', 'outcome', 'code'] as const),
  ...(['detail', 'notes', 'resource_type', 'resource_id', 'resource_name'] as const),
  ...(['credential_id', 'ip', 'agent', 'dropped', 'holder_id'] as const),
] as const;
export type LogLine = Pick<LogRow, (typeof LINE)[number]>;
/** The body of a request tells whether it activates a user. */
export type ListedEntry = LogLine & Pick<LogRow, 'request_body'>;

/** How long a page of the table may take. Its reader waits for a whole file. */
const LINES_DEADLINE_MS = 10_000;

/**
 * Returns entries, newest first.
 * @throws AppError `query-too-slow` when a filter makes it read too many
 */
export async function selectEntries(
  db: Database,
  accountId: string,
  filter: LogFilter,
  page: Page,
): Promise<readonly ListedEntry[]> {
  const query = entriesOf(db.reader, accountId, filter, page).select([...LINE, 'request_body']);
  // Most filters have no index that leads to the entries in their order.
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return isFiltered ? db.scan(query) : query.execute();
}

/**
 * Returns entries without bodies, newest first.
 * @throws AppError `query-too-slow`
 */
export const selectLines = (
  db: Database,
  accountId: string,
  filter: LogFilter,
  page: Page,
): Promise<readonly LogLine[]> =>
  db.scan(entriesOf(db.reader, accountId, filter, page).select([...LINE]), {
    deadlineMs: LINES_DEADLINE_MS,
  });

function entriesOf(db: Reader, accountId: string, filter: LogFilter, { before, limit }: Page) {
  const { q, outcome, method, resourceType, status, credentialId, since, until } = filter;
  let query = db
    .selectFrom('provisioning_log')
    .where('account_id', '=', accountId)
    .where(withinDeadline(db, sql.ref('id')));
  if (before !== undefined) query = query.where('id', '<', before);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (method !== undefined) query = query.where('method', '=', method);
  if (resourceType !== undefined) query = query.where('resource_type', '=', resourceType);
  if (status !== undefined) query = query.where('status', '=', status);
  if (credentialId !== undefined) query = query.where('credential_id', '=', credentialId);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  if (q !== undefined) {
    const prefix = fold(q);
    const end = endOfPrefix(prefix);
    const beginsSo = (column: 'name_key' | 'name_before_key') => {
      const key = sql.ref(column);
      return sql<boolean>`(${key} >= ${prefix} and ${end === undefined ? sql`true` : sql`${key} < ${end}`})`;
    };
    // An identity provider may rename a user before it deletes it, such as Entra.
    const renamed = db
      .selectFrom('provisioning_log')
      .select('resource_id')
      .where('account_id', '=', accountId)
      .where(beginsSo('name_before_key'));
    query = query.where((eb) =>
      eb.or([
        eb('resource_id', '=', q),
        eb('request_id', '=', q),
        beginsSo('name_key'),
        eb('resource_id', 'in', renamed),
      ]),
    );
  }
  return query.orderBy('id', 'desc').limit(limit);
}

export function selectEntry(
  db: Reader,
  accountId: string,
  id: string,
): Promise<LogRow | undefined> {
  return db
    .selectFrom('provisioning_log')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the names of users and groups, by id. */
export async function selectNamesInLog(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom('users')
    .select(['id', 'user_name as name'])
    .where('account_id', '=', accountId)
    .where('protected', '=', 0)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'display_name as name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map([...users, ...groups].map(({ id, name }) => [id, name]));
}

/** Returns the user names of deleted users who are not erased, by id. */
export async function selectFormerNames(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('former_users')
    .select(['id', 'user_name'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), ids))
    .execute();
  return new Map(rows.map(({ id, user_name }) => [id, user_name]));
}

/** Returns the time of the credential's last request, in ms since the epoch; undefined when the log has none. */
export async function readLastRequestAt(
  db: Reader,
  accountId: string,
  credentialId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('provisioning_log')
    .select('at')
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** Deletes entries and counts of unauthenticated requests that are older than the retention time of their account. */
export async function deleteOldEntries(db: Reader, now: number): Promise<void> {
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'provisioning_log_days'])
    .execute();
  const kinds = accounts.flatMap(({ id, provisioning_log_days: days }): OldRows[] => {
    const before = now - days * DAY_MS;
    return [
      {
        table: 'provisioning_log',
        key: ['account_id', 'id'],
        where: sql`account_id = ${id} and at < ${before}`,
      },
      {
        table: 'provisioning_log_parts',
        key: ['account_id', 'id'],
        where: sql`account_id = ${id} and last_at < ${before}`,
      },
      {
        table: 'unproven_requests',
        key: ['account_id', 'hour', 'ip', 'method', 'route'],
        where: sql`account_id = ${id} and hour < ${before}`,
      },
    ];
  });
  await deleteOldRows(db, kinds);
}

const DAY_MS = 86_400_000;

export interface ProvisioningHealth {
  readonly lastSuccessAt: number | undefined;
  readonly lastFailure: Pick<LogRow, 'id' | 'at' | 'status' | 'detail'> | undefined;
  /** Requests of the last 24 hours. */
  readonly last24h: { readonly ok: number; readonly refused: number; readonly failed: number };
  /** Unauthenticated requests of the last 24 hours. */
  readonly unproven24h: UnauthenticatedSum;
}

/** Returns the last success, the last failure, and the counts of the last 24 hours. */
export async function readProvisioningHealth(
  { reader: db, scan }: Pick<Database, 'reader' | 'scan'>,
  accountId: string,
  now: number,
): Promise<ProvisioningHealth> {
  const latest = (outcome: LogEntry['outcome']) =>
    db
      .selectFrom('provisioning_log')
      .select(['id', 'at', 'status', 'detail'])
      .where('account_id', '=', accountId)
      .where('outcome', '=', outcome)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
  const counts = await scan(
    selectThrough(db, 'provisioning_log', 'provisioning_log_by_at_outcome')
      .select((eb) => ['outcome', eb.fn.countAll<number>().as('count')])
      .where('account_id', '=', accountId)
      .where('at', '>=', now - DAY_MS)
      .where(withinDeadline(db, sql.ref('at')))
      .groupBy('outcome'),
  );
  const countOf = (outcome: LogEntry['outcome']) =>
    Number(counts.find((row) => row.outcome === outcome)?.count ?? 0);
  const success = await latest('ok');
  const [refused, failed] = [await latest('refused'), await latest('failed')];
  const isRefusalLater = (refused?.id ?? '') > (failed?.id ?? '');
  return {
    lastSuccessAt: success?.at,
    lastFailure: isRefusalLater ? refused : failed,
    last24h: { ok: countOf('ok'), refused: countOf('refused'), failed: countOf('failed') },
    unproven24h: await sumUnauthenticated(db, accountId, now - DAY_MS),
  };
}
