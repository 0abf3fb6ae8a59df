import { recordLoose } from '#form-records/index.ts';
import { deleteExportRow, listExpired } from './export.store.ts';
import type { ExportWork } from './export-deps.ts';

const AT_ONCE = 100;

/** Deletes expired exports. Their files are removed within the hour after that. */
export async function cleanExpired({ db, clock }: Pick<ExportWork, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  for (const expired of await listExpired(db.reader, now, AT_ONCE)) {
    await db.transaction(async (tx) => {
      const job = await deleteExportRow(tx, expired);
      const keys = job?.files.map(({ storageKey }) => storageKey) ?? [];
      await recordLoose(tx, expired.accountId, keys, now);
    });
  }
}
