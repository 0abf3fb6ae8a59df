import { isoTime } from '#commands/shell/text.ts';
import type { Reader } from '#db/database.ts';
import { selectCutLogs } from '#provisioning/index.ts';
import { type DoctorContext, type Finding, findingsOf } from './finding.ts';

const { ok, warning } = findingsOf('provisioning log');
const MIB = 1_048_576;

/** Names accounts whose provisioning log lost entries early, because it reached its limit. */
export async function checkProvisioningLog(
  { world, settings }: DoctorContext,
  reader: Reader,
): Promise<readonly Finding[]> {
  const mib = settings.quotas.provisioningLogBytes / MIB;
  const cut = await selectCutLogs(reader, world.clock.now());
  if (cut.length === 0) return [ok(`none has reached its limit of ${mib} MiB`)];
  return cut.map(({ accountCode, until }) =>
    warning(
      `the one of the account ${accountCode} reached ${mib} MiB, and its requests up to ${isoTime(until)} were deleted early`,
      'see in it what sends so much, or raise FORMSTEAD_QUOTA_PROVISIONING_LOG_MIB',
    ),
  );
}
