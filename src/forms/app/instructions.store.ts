import type { Reader } from '#db/database.ts';
import type { Form } from '#form-basics/index.ts';

/** Returns what the sender of the assignment says that a form comes of; undefined without one, or if they say nothing. */
export async function readInstructions(
  db: Reader,
  { accountId, assignmentId }: Pick<Form, 'accountId' | 'assignmentId'>,
): Promise<string | undefined> {
  if (assignmentId === undefined) return undefined;
  const row = await db
    .selectFrom('assignments')
    .select('instructions')
    .where('account_id', '=', accountId)
    .where('id', '=', assignmentId)
    .executeTakeFirst();
  return row?.instructions ?? undefined;
}
