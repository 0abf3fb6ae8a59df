import type { Reader, Tx } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { FormActor, FormEvent } from './form.ts';

/** Adds a line to a form's history. */
export async function insertEvent(
  tx: Tx,
  by: FormActor,
  event: Pick<FormEvent, 'id' | 'formId' | 'at' | 'action' | 'detail'>,
): Promise<void> {
  await tx
    .insertInto('form_events')
    .values({
      account_id: by.accountId,
      id: event.id,
      form_id: event.formId,
      at: event.at,
      action: event.action,
      actor_user_id: by.userId,
      credential_id: by.credentialId ?? null,
      detail: event.detail === undefined ? null : JSON.stringify(event.detail),
    })
    .execute();
}

/** Oldest first. */
export async function listEvents(
  db: Reader,
  accountId: string,
  formId: string,
): Promise<readonly FormEvent[]> {
  const rows = await db
    .selectFrom('form_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .orderBy('id')
    .execute();
  return rows.map((row) => {
    const detail: JsonObject | undefined = row.detail === null ? undefined : JSON.parse(row.detail);
    return {
      id: row.id,
      formId: row.form_id,
      at: row.at,
      action: row.action,
      actorUserId: row.actor_user_id ?? undefined,
      credentialId: row.credential_id ?? undefined,
      detail,
    };
  });
}
