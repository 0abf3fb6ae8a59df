// A database as a version that does not exist yet would leave it.
import { sql } from 'kysely';
import type { Reader } from '#db/dialect.ts';

/**
 * Records a step that this version does not know.
 * @param oldest the oldest version that may run beside it; if omitted, only its own
 */
export async function recordLaterStep(db: Reader, name: string, oldest = '99.0.0'): Promise<void> {
  await sql`insert into migrations (name, at) values (${name}, 0)`.execute(db);
  await db
    .insertInto('deployment')
    .values({ name: 'oldest-version', value: oldest })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: oldest }))
    .execute();
}
