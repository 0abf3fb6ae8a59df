import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import {
  deleteDeploymentValue,
  readDeploymentValue,
  writeDeploymentValue,
} from '#db/deployment-values.ts';
import { repairKeyTimes, selectFutureKeys } from '#keys/index.ts';
import { BEGUN, type Begun, WAITS, type Waits } from './rules.ts';

/** The clocks of nodes may differ by a minute, and one that is set by hand by more. */
const APART_MS = 5 * 60_000;
/** Rows of `deployment` that hold the time of a backup. */
const BACKUP_TIMES = ['last-backup', 'backup-verified', 'scheduled-backup'];
/** The row of `deployment` with the newest time that a clock that ran ahead has left in records for good. */
const RAN_AHEAD = 'clock-ran-ahead';

/** Rows of one kind whose times only a clock that ran ahead can have written. */
export interface FutureTimes {
  readonly what: string;
  readonly count: number;
  /** The latest of the times, in milliseconds since the epoch. */
  readonly latest: number;
}

/** Returns what is dated too far in the future, by kind. */
export async function findFutureTimes(db: Reader, now: number): Promise<readonly FutureTimes[]> {
  const found = new Map<string, FutureTimes>();
  const add = ({ what, count, latest }: FutureTimes): void => {
    if (count === 0) return;
    const before = found.get(what) ?? { count: 0, latest };
    found.set(what, {
      what,
      count: before.count + count,
      latest: Math.max(before.latest, latest),
    });
  };
  for (const rule of BEGUN) add(await count(db, rule, rule.begun, isBegunLater(rule, now)));
  for (const rule of WAITS) add(await count(db, rule, rule.until, isWaitTooLong(rule, now)));
  const keys = await selectFutureKeys(db, now);
  add({ what: 'keys', count: keys.length, latest: Math.max(0, ...keys) });
  const times = await backupTimes(db, now);
  add({ what: 'times of backups', count: times.length, latest: Math.max(0, ...times) });
  return [...found.values()];
}

async function count(
  db: Reader,
  { what, table }: Begun | Waits,
  column: string,
  condition: RawBuilder<boolean>,
): Promise<FutureTimes> {
  const { rows } = await sql<{ count: number | string; latest: number | string | null }>`
    select count(*) as count, max(${sql.ref(column)}) as latest
    from ${sql.table(table)} where ${condition}`.execute(db);
  return { what, count: Number(rows[0]?.count), latest: Number(rows[0]?.latest) };
}

const isBegunLater = ({ begun }: Begun, now: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(begun)} > ${now + APART_MS}`;

/** A wait that never ends says so itself, and no clock has dated it. */
const isWaitTooLong = ({ until, mostMs }: Waits, now: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(until)} > ${now + mostMs} and ${sql.ref(until)} < ${Number.MAX_SAFE_INTEGER}`;

async function backupTimes(db: Reader, now: number): Promise<readonly number[]> {
  const values = await Promise.all(BACKUP_TIMES.map((name) => readDeploymentValue(db, name)));
  return values.map(Number).filter((at) => at > now + APART_MS);
}

/** Puts right what {@link findFutureTimes} finds. Backups with such times count as if none was made. */
export async function repairTimes(tx: Tx, now: number): Promise<void> {
  for (const rule of BEGUN) await moveBack(tx, rule, now);
  for (const rule of WAITS) await endWait(tx, rule, now);
  await repairKeyTimes(tx, now);
  for (const name of BACKUP_TIMES) {
    const value = await readDeploymentValue(tx, name);
    if (Number(value) > now + APART_MS) await deleteDeploymentValue(tx, name, value);
  }
}

async function moveBack(tx: Tx, rule: Begun, now: number): Promise<void> {
  const begun = sql.ref(rule.begun);
  const moved = rule.along.map(
    (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - (${begun} - ${now})`,
  );
  await sql`
    update ${sql.table(rule.table)} set ${sql.join([...moved, sql`${begun} = ${now}`])}
    where ${isBegunLater(rule, now)}`.execute(tx);
}

async function endWait(tx: Tx, rule: Waits, now: number): Promise<void> {
  await sql`
    update ${sql.table(rule.table)} set ${sql.ref(rule.until)} = ${rule.isClaim ? sql`null` : now}
    where ${isWaitTooLong(rule, now)}`.execute(tx);
}

/** Notes the newest time that stays in records, so that it no longer tells that the clock is wrong. */
export const recordRanAhead = (tx: Tx, until: number): Promise<void> =>
  writeDeploymentValue(tx, RAN_AHEAD, String(until));

/** Returns the newest time that {@link recordRanAhead} noted; 0 if the clock never ran ahead. */
export const readRanAhead = async (db: Reader): Promise<number> =>
  Number((await readDeploymentValue(db, RAN_AHEAD)) ?? 0);
