import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { type Reader, startsWith, throughIndex, withinDeadline } from '#db/dialect.ts';
import type { AuditFilter, AuditPosition, ListedRow } from './audit-list.ts';

const COLUMNS = sql.raw(
  'account_id, id, at, action, result, actor_user_id, credential_id, ip, target_type, target_id, detail, chain_seq, chain_hash',
);
/** Upper bound of the distinct actions; fewer exist. */
const MAX_ACTIONS = 200;

export type PageStart = { readonly after: AuditPosition } | { readonly offset: number };

/**
 * Returns audit events, newest first, then by descending id. Linked events are read through the index of the most
 * selective filter; events of the last seconds, which are not linked yet, are read separately and merged.
 * @throws AppError `query-too-slow` when the remaining filters make it scan too many events.
 */
export async function selectEvents(
  db: Database,
  accountId: string,
  filter: AuditFilter,
  start: PageStart,
  limit: number,
): Promise<readonly ListedRow[]> {
  const { reader } = db;
  const offset = 'offset' in start ? start.offset : 0;
  const rest = [
    sql<boolean>`account_id = ${accountId}`,
    ...conditionsOf(filter, start),
    withinDeadline(reader, sql.ref('at')),
  ];
  const branch = (index: string, ...more: readonly RawBuilder<boolean>[]) => sql`
    select * from (
      select ${COLUMNS} from ${throughIndex(reader, 'audit_events', 'e', `audit_events_${index}`)}
      where ${sql.join([...more, ...rest], sql` and `)}
      order by at desc, id desc limit ${offset + limit}
    ) as ${sql.ref(`b${more.length}`)}`;
  const { index, equals } = await choose(db, accountId, filter);
  const linked = equals.map((each) => branch(index, sql`chain_seq is not null`, ...each));
  const unlinked = branch(
    'unlinked',
    sql`chain_seq is null`,
    ...equalities(filter),
    ...(filter.action === undefined ? [] : [startsWith(reader, sql.ref('action'), filter.action)]),
  );
  const query = sql<ListedRow>`
    ${sql.join([...linked, unlinked], sql` union all `)}
    order by at desc, id desc limit ${limit} offset ${offset}`;
  return db.scan({ compile: () => query.compile(reader) });
}

/** Returns one audit event. */
export async function selectEvent(
  db: Reader,
  accountId: string,
  id: string,
): Promise<ListedRow | undefined> {
  const { rows } = await sql<ListedRow>`
    select ${COLUMNS} from audit_events where account_id = ${accountId} and id = ${id}`.execute(db);
  return rows[0];
}

const COLUMN_OF = {
  targetId: 'target_id',
  userId: 'actor_user_id',
  credentialId: 'credential_id',
  ip: 'ip',
} as const;
/** Filters with an index, the usually most selective one first. */
const INDEXED = ['targetId', 'userId', 'credentialId', 'ip'] as const;

/** Chooses the index to read, and the equality conditions of each range that is read from it. */
async function choose(
  db: Database,
  accountId: string,
  filter: AuditFilter,
): Promise<{
  readonly index: string;
  readonly equals: readonly (readonly RawBuilder<boolean>[])[];
}> {
  const { reader } = db;
  const all = equalities(filter);
  const action = filter.action;
  const named = INDEXED.find((key) => filter[key] !== undefined);
  if (named !== undefined) {
    const begins = action === undefined ? [] : [startsWith(reader, sql.ref('action'), action)];
    return { index: `by_${COLUMN_OF[named]}`, equals: [[...all, ...begins]] };
  }
  if (action !== undefined) {
    const actions = (await readActions(db, accountId)).filter((each) => each.startsWith(action));
    return { index: 'by_action', equals: actions.map((each) => [sql`action = ${each}`, ...all]) };
  }
  return { index: filter.result === 'refused' ? 'refused' : 'by_at', equals: [all] };
}

function equalities(filter: AuditFilter): readonly RawBuilder<boolean>[] {
  const { targetType, result } = filter;
  return [
    ...INDEXED.flatMap((key) => {
      const value = filter[key];
      return value === undefined ? [] : [sql<boolean>`${sql.ref(COLUMN_OF[key])} = ${value}`];
    }),
    ...(targetType === undefined ? [] : [sql<boolean>`target_type = ${targetType}`]),
    // A literal and not a parameter: the planner must see that the partial index of refusals applies.
    ...(result === undefined ? [] : [sql<boolean>`result = ${sql.lit(result)}`]),
  ];
}

function conditionsOf({ from, to }: AuditFilter, start: PageStart): readonly RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = [];
  if (from !== undefined) conditions.push(sql`at >= ${from}`);
  if (to !== undefined) conditions.push(sql`at < ${to}`);
  if ('after' in start) {
    const { at, id } = start.after;
    // The first condition is redundant, but it is the one that an index range can start at.
    conditions.push(sql`at <= ${at}`, sql`(at < ${at} or id < ${id})`);
  }
  return conditions;
}

/**
 * Returns every distinct action in the audit log, by skipping from one to the next in the index. Unlinked events are
 * included, because they may be linked by the time that the events are read.
 */
async function readActions(db: Database, accountId: string): Promise<readonly string[]> {
  const { reader } = db;
  const from = (index: string) =>
    throughIndex(reader, 'audit_events', 'e', `audit_events_${index}`);
  const next = (more: RawBuilder<unknown>) => sql`
    (select min(action) from ${from('by_action')}
      where account_id = ${accountId} and chain_seq is not null and action is not null ${more})`;
  const query = sql<{ action: string }>`
    with recursive found (action) as (
      select ${next(sql``)}
      union all
      select ${next(sql`and action > found.action`)} from found where found.action is not null
    )
    select action from found where action is not null
    union
    select action from ${from('unlinked')}
      where account_id = ${accountId} and chain_seq is null and action is not null
        and ${withinDeadline(reader, sql.ref('at'))}
    limit ${MAX_ACTIONS}`;
  const rows = await db.scan({ compile: () => query.compile(reader) });
  return rows.map(({ action }) => action);
}
