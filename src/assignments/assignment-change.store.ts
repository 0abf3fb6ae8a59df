import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { StoredAssignment } from './assignment.ts';

// What makes or deletes an assignment records it here. A trigger records what is updated, because a form that is written
// updates its assignment (src/db/migrations/20261129-work-changes.ts).

type Changed = Pick<
  StoredAssignment,
  'accountId' | 'id' | 'updatedAt' | 'sentBy' | 'assignee' | 'templateId'
>;

/** Records, in the transaction that makes an assignment, that it is there. */
export async function recordNew(
  tx: Tx,
  { accountId, id, updatedAt }: Pick<Changed, 'accountId' | 'id' | 'updatedAt'>,
): Promise<void> {
  await tx
    .insertInto('assignment_changes')
    .values({ account_id: accountId, assignment_id: id, since: updatedAt })
    .execute();
}

/** Records, in the transaction that deletes an assignment, that it is gone, and who saw it. */
export async function recordDeleted(tx: Tx, gone: Changed): Promise<void> {
  const seenBy = {
    sent_by: gone.sentBy,
    assignee_id: gone.assignee.id,
    template_id: gone.templateId,
  };
  await tx
    .insertInto('assignment_changes')
    .values({
      account_id: gone.accountId,
      assignment_id: gone.id,
      since: gone.updatedAt,
      ...seenBy,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'assignment_id'])
        .doUpdateSet({ seq: sql<null>`null`, ...seenBy }),
    )
    .execute();
}
