import { type RecordState, readRecordState } from '#audit/index.ts';
import { isoTime } from '#commands/shell/text.ts';
import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';
import { sealHere } from './master-key.ts';

const { ok, warning, fault, skipped } = findingsOf('audit record');
/** A running service links a new line within seconds, so a line that waits longer is reported. */
const LATE_MS = 60_000;
const MAX_NAMED = 5;

/** Checks that each chain of the audit log ends where the service sealed it. `audit verify` checks the lines. */
export async function checkAuditRecord(
  { world, settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const seal = await sealHere(settings, reader);
  if (!seal) return [skipped('its seals open with the master key alone')];
  const now = world.clock.now();
  const state = await readRecordState(reader, seal, now);
  return [checkEnds(state), checkWaiting(state, now)];
}

function checkEnds({ chains, linked, broken }: RecordState): Finding {
  if (broken.length === 0) {
    return ok(
      `${counted(linked, 'line is', 'lines are')} linked, and every chain (${chains}) ends where it was sealed`,
    );
  }
  const named = broken.slice(0, MAX_NAMED).join(', ');
  return fault(
    `the record of ${counted(broken.length, 'account')} does not end where the service sealed it: ${named}`,
    'formstead audit verify',
  );
}

function checkWaiting({ unlinked, isChained }: RecordState, now: number): Finding {
  const node = isChained ? 'a node is linking' : 'no node is linking';
  const { count, oldestAt } = unlinked;
  if (oldestAt === undefined || now - oldestAt <= LATE_MS) {
    return ok(`${counted(count, 'line waits', 'lines wait')} to be linked, none for long; ${node}`);
  }
  return warning(
    `${counted(count, 'line waits', 'lines wait')} to be linked, the oldest since ${isoTime(oldestAt)}; ${node}`,
    isChained ? 'see what the log says of link-audit, then look again' : 'start the service',
  );
}
