import { listSealed } from '#commands/sealed-texts.ts';
import type { Settings } from '#config/settings.ts';
import type { Reader } from '#db/database.ts';
import { counted } from '#kernel/counted.ts';
import { createSeal, createSealOf, type Seal } from '#kernel/seal.ts';
import {
  type FoundMasterKeys,
  findMasterKeyFault,
  findMasterKeys,
  type MasterKey,
  MasterKeyError,
  masterKeyFile,
  newMasterKeyFile,
} from '#keys/index.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning, fault } = findingsOf('keys');
const FINISH = 'formstead keys rewrap';
const UNKNOWN_FIX =
  'put the former master key back, as FORMSTEAD_MASTER_KEY or master.key, the one in use into master.key.new, and call formstead keys rewrap; if the former one is lost, do what the other findings say';
const LOST = 'if it is lost: formstead backup, then formstead restore --discard-keys';

/**
 * Returns a seal over the available master keys; undefined if the sealing one is missing or damaged, which
 * `checkMasterKey` reports.
 */
export async function sealHere(settings: Settings, reader: Reader): Promise<Seal | undefined> {
  const found = await findMasterKeys(reader, masterKeyOptions(settings)).catch(() => undefined);
  if (!found?.sealing) return undefined;
  const keys = [found.sealing, found.main, found.next].flatMap((each) => each?.key ?? []);
  return createSealOf(() => keys);
}

/** Checks that the sealing master key exists, opens the stored keys, and is the one that the next start finds. */
export async function checkMasterKey(
  { settings, world }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const options = masterKeyOptions(settings);
  const fix = `put the right master key into ${masterKeyFile(options.dataDir)} or FORMSTEAD_MASTER_KEY; ${LOST}`;
  try {
    const problem = await findMasterKeyFault(reader, options, world.random);
    if (problem !== undefined) return [fault(problem, fix)];
    const found = await findMasterKeys(reader, options);
    return [
      ok('the master key opens the stored keys'),
      ...checkFile(found, options.dataDir),
      ...(found.sealing ? await checkSealed(reader, found.sealing, found) : []),
    ];
  } catch (error) {
    if (error instanceof MasterKeyError) return [fault(error.message, fix)];
    throw error;
  }
}

/** Checks that every sealed text opens with the current master key, and none needs another one. */
async function checkSealed(
  reader: Reader,
  sealing: MasterKey,
  { main, next }: FoundMasterKeys,
): Promise<readonly Finding[]> {
  const own = createSeal(sealing.key);
  const others = createSealOf(() => [main, next].flatMap((each) => each?.key ?? []));
  let left = 0;
  let unknown = 0;
  for await (const { context, sealed } of listSealed(reader)) {
    if (own.open(context, sealed) !== undefined) continue;
    if (others.open(context, sealed) === undefined) unknown += 1;
    else left += 1;
  }
  const findings = [
    ...(unknown > 0
      ? [
          fault(
            `${counted(unknown, 'sealed text opens', 'sealed texts open')} with no master key that is here`,
            UNKNOWN_FIX,
          ),
        ]
      : []),
    ...(left > 0
      ? [
          warning(
            `${counted(left, 'text is', 'texts are')} still sealed with the former master key`,
            FINISH,
          ),
        ]
      : []),
  ];
  return findings.length > 0
    ? findings
    : [ok(`nothing is sealed with another master key than ${sealing.id}`)];
}

function checkFile({ main, next, sealing }: FoundMasterKeys, dataDir: string): readonly Finding[] {
  const path = newMasterKeyFile(dataDir);
  if (!next || !sealing) return [];
  if (main?.id === next.id) {
    return [
      warning(`${path} holds the master key in use and is not needed any more`, `rm ${path}`),
    ];
  }
  return next.id === sealing.id
    ? [
        warning(
          `the master key in use is in ${path}, and the next start needs it`,
          `${FINISH}, then give it as FORMSTEAD_MASTER_KEY where that is set`,
        ),
      ]
    : [warning(`${path} holds a master key that is not in use yet`, FINISH)];
}

const masterKeyOptions = ({ server, security }: Settings) => ({
  dataDir: server.dataDir,
  masterKey: security.masterKey?.reveal(),
});
