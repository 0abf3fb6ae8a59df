import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { type KeyInfo, listKeys } from '#keys/index.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';
import { checkMasterKey } from './master-key.ts';

const { ok, warning, fault, skipped } = findingsOf('keys');
const DAY_MS = 86_400_000;
const USES = [
  { use: 'sig', name: 'signing', days: 90 },
  { use: 'enc', name: 'encryption', days: 30 },
] as const;

/** Checks that the master key opens the stored keys, and that each use has a recent active key. */
export async function checkKeys(
  context: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const keys = await listKeys(reader, context.world.clock.now());
  if (keys.length === 0) return [skipped('there are none yet: the first start makes them')];
  const { world } = context;
  return [
    ...(await checkMasterKey(context, reader)),
    ...USES.map((use) => checkUse(use, keys, world.clock.now())),
  ];
}

function checkUse(
  { use, name, days }: (typeof USES)[number],
  keys: readonly KeyInfo[],
  now: number,
): Finding {
  const fix = `formstead keys rotate --use ${use}`;
  const active = keys.find((key) => key.use === use && key.state === 'active');
  if (!active) return fault(`there is no active ${name} key`, fix);
  const age = Math.floor((now - active.activeAt) / DAY_MS);
  return age > days
    ? warning(`the ${name} key ${active.kid} is ${counted(age, 'day')} old, more than ${days}`, fix)
    : ok(`the ${name} key ${active.kid} is ${counted(Math.max(0, age), 'day')} old`);
}
