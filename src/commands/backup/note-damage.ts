import { markDamaged } from '#attachments/index.ts';
import type { Database } from '#db/database.ts';
import { readSchemaState } from '#db/migrate.ts';
import type { NamedFile } from './named-files.store.ts';

/** Marks stored files that a copy found missing or damaged, so that forms, admins and metrics tell it. */
export async function noteDamage(
  db: Database,
  faulty: readonly NamedFile[],
  now: number,
): Promise<void> {
  if (faulty.length === 0) return;
  // The schema before an upgrade has no place for it; the upgraded service finds it again.
  const { pending } = await readSchemaState(db.reader);
  if (pending.length > 0) return;
  await db.transaction(async (tx) => {
    for (const { of } of faulty) if (of !== undefined) await markDamaged(tx, of, now);
  });
}
