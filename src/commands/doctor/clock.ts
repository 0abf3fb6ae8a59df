import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findFutureTimes, readRanAhead } from '#commands/repair-times/future-times.store.ts';
import { isoTime } from '#commands/shell/text.ts';
import { engineOf, type Reader } from '#db/dialect.ts';
import { migrations } from '#db/migrations/index.ts';
import { counted } from '#kernel/counted.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';
import { readNewestTime } from './newest.store.ts';
import { readServerTime } from './postgres-facts.store.ts';

const { ok, warning, fault } = findingsOf('clock');
const DAY_MS = 86_400_000;
const WARN_BEYOND_MS = 5000;
/** Nodes refuse each other's tokens if their clocks differ by more than this. */
const FAULT_BEYOND_MS = 60_000;
const REPAIR = 'formstead repair-times';
const FIX = 'set the clock, and keep it set by NTP (timedatectl set-ntp true)';

/** Checks the clock without a database. */
export async function checkClockAlone(context: DoctorContext): Promise<Finding> {
  return (await findEarly(context)) ?? (await compareWithDisk(context)) ?? plausible(context);
}

/** Checks the clock against the stored times and the clock of the database server. */
export async function checkClockOfData(
  context: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const now = context.world.clock.now();
  const wrong = await findWrongClock(context, reader);
  if (wrong?.state === 'fault') return [wrong];
  const newest = (await readNewestTime(reader)) ?? 0;
  const isUnknown = newest - now > FAULT_BEYOND_MS && newest > (await readRanAhead(reader));
  const found = await findFutureTimes(reader, now);
  const findings = [
    ...(wrong ? [wrong] : []),
    ...(isUnknown
      ? [
          fault(
            `it shows ${isoTime(now)}, and something was stored at ${isoTime(newest)}`,
            `${FIX}; if it is right now, and ran ahead before: ${REPAIR}`,
          ),
        ]
      : []),
    ...found.map(({ what, count, latest }) =>
      fault(`${what}: ${count}, dated up to ${isoTime(latest)}`, `set the clock, then: ${REPAIR}`),
    ),
  ];
  return findings.length > 0 ? findings : [plausible(context)];
}

/** Compares the clock with that of PostgreSQL or of the disk; returns undefined if they agree. */
export async function findWrongClock(
  context: DoctorContext,
  reader: Reader,
): Promise<Finding | undefined> {
  const early = await findEarly(context);
  if (early) return early;
  if (engineOf(reader) === 'sqlite') return compareWithDisk(context);
  const { clock } = context.world;
  const before = clock.now();
  const theirs = await readServerTime(reader);
  return compare(theirs - (before + clock.now()) / 2, "PostgreSQL's clock");
}

/** Finds a clock that shows a time before this version of Formstead was written. */
async function findEarly({ world }: DoctorContext): Promise<Finding | undefined> {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)-/.exec(migrations.at(-1)?.name ?? '') ?? [];
  const written = Date.UTC(Number(year), Number(month) - 1, Number(day)) - DAY_MS;
  const now = world.clock.now();
  if (!(now < written)) return undefined;
  return fault(`it shows ${isoTime(now)}, before this version was written`, FIX);
}

/** Compares with the time of the data directory: network drives and some containers have a clock of their own. */
async function compareWithDisk({ world, settings }: DoctorContext): Promise<Finding | undefined> {
  const probe = await mkdtemp(join(settings.server.dataDir, '.doctor-')).catch(() => undefined);
  // The disk check reports the reason.
  if (probe === undefined) return undefined;
  try {
    const { mtimeMs } = await stat(probe);
    return compare(mtimeMs - world.clock.now(), 'the clock of the data directory');
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

function compare(apartMs: number, other: string): Finding | undefined {
  const apart = Math.abs(apartMs);
  if (apart <= WARN_BEYOND_MS) return undefined;
  const seconds = Math.round(apart / 1000);
  const what = `${other} is ${counted(seconds, 'second')} ${apartMs > 0 ? 'ahead of' : 'behind'} this one`;
  return apart > FAULT_BEYOND_MS ? fault(what, FIX) : warning(what, FIX);
}

const plausible = ({ world }: DoctorContext): Finding =>
  ok(`${isoTime(world.clock.now())} is plausible`);
