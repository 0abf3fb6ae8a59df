import type { Reader } from '#db/database.ts';

/** Returns whether a template has a link that has not been ended. */
export async function hasLivingLink(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('public_links')
    .select('id')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('state', '<>', 'ended')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
