import type { Tx } from '#db/database.ts';

/** Changes the instructions of the series that somebody created, or that are assigned to them or to a group of theirs. */
export async function forgetNamesInSeries(
  tx: Tx,
  accountId: string,
  { userId, groupIds }: { readonly userId: string; readonly groupIds: readonly string[] },
  change: (text: string) => string,
): Promise<void> {
  const rows = await tx
    .selectFrom('series')
    .select(['id', 'instructions'])
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([eb('sent_by', '=', userId), eb('assignee_id', 'in', [userId, ...groupIds])]),
    )
    .execute();
  for (const { id, instructions } of rows) {
    const without = instructions === null ? null : change(instructions);
    if (without === instructions) continue;
    await tx
      .updateTable('series')
      .set({ instructions: without })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute();
  }
}
