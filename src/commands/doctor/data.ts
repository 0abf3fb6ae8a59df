import { hasDatabaseFile, withReader } from '#commands/open-reader.ts';
import { explainFailure } from '#commands/shell/explain-failure.ts';
import { readSchemaState } from '#db/migrate.ts';
import { sqliteFile } from '#db/open-sqlite.ts';
import { checkAuditRecord } from './audit-record.ts';
import { checkBackups } from './backups.ts';
import { checkClockAlone, checkClockOfData } from './clock.ts';
import { checkDatabase, findDamageOf, findPooler } from './database.ts';
import { type Check, findingsOf } from './finding.ts';
import { checkKeys } from './keys.ts';
import { checkProvisioningLog } from './provisioning-log.ts';
import { checkSecrets } from './secrets.ts';
import { checkStoredFiles } from './stored-files.ts';

const { fault, skipped } = findingsOf('database');

/** Checks the database, and with it the keys and the clock. */
export const checkData: Check = async (context) => {
  const { world, settings } = context;
  const unknown = [
    findingsOf('keys').skipped('they are in the database'),
    await checkClockAlone(context),
  ];
  if (settings.storage.databaseUrl === undefined && !hasDatabaseFile(settings)) {
    const what = `there is none in ${settings.server.dataDir} yet: the first start makes it`;
    return [skipped(what), ...unknown];
  }
  try {
    const pooler = await findPooler(settings);
    if (pooler) return [pooler, ...unknown];
    const damage =
      settings.storage.databaseUrl === undefined
        ? findDamageOf(sqliteFile(settings.server.dataDir))
        : undefined;
    if (damage) return [damage, ...unknown];
    return await withReader(world, settings, async (reader) => {
      const findings = await checkDatabase(reader);
      const { pending } = await readSchemaState(reader);
      if (pending.length > 0 || findings.some(({ state }) => state === 'fault')) {
        return [...findings, ...unknown];
      }
      return [
        ...findings,
        ...(await checkKeys(context, reader)),
        ...(await checkClockOfData(context, reader)),
        ...(await checkSecrets(context, reader)),
        ...(await checkAuditRecord(context, reader)),
        ...(await checkProvisioningLog(context, reader)),
        ...(await checkStoredFiles(context, reader)),
        ...(await checkBackups(context, reader)),
      ];
    });
  } catch (error) {
    return [fault(explainFailure(error)), ...unknown];
  }
};
