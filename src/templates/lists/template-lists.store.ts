import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { throughIndex } from '#db/dialect.ts';
import type { Template } from '#form-basics/index.ts';

/** The draft of a template, in the place of the id of a version. */
const DRAFT = '';

/** Sets the lists that the draft of a template uses. */
export async function setDraftLists(
  tx: Tx,
  { accountId, id: templateId }: { readonly accountId: string; readonly id: string },
  listIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('template_lists')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('version_id', '=', DRAFT)
    .execute();
  await insertUses(tx, accountId, templateId, DRAFT, listIds);
}

/** Stores the lists that a new version of a template uses. */
export const addVersionLists = (
  tx: Tx,
  accountId: string,
  { id, templateId }: { readonly id: string; readonly templateId: string },
  listIds: readonly string[],
): Promise<void> => insertUses(tx, accountId, templateId, id, listIds);

/**
 * Returns the templates that use a list, by name: in their draft, in the version that new forms are made from, or in an
 * older one that still has drafts of forms, which could not be completed without the list.
 */
export async function selectUses(
  db: Reader,
  accountId: string,
  listId: string,
): Promise<readonly Pick<Template, 'id' | 'name' | 'status'>[]> {
  return await db
    .selectFrom('template_lists as u')
    .innerJoin('templates as t', (join) =>
      join.onRef('t.account_id', '=', 'u.account_id').onRef('t.id', '=', 'u.template_id'),
    )
    .select(['t.id', 't.name', 't.name_key', 't.status'])
    .distinct()
    .where('u.account_id', '=', accountId)
    .where('u.list_id', '=', listId)
    .where((eb) =>
      eb.or([
        eb('u.version_id', '=', DRAFT),
        eb('u.version_id', '=', eb.ref('t.current_version_id')),
        // The status is text, not a parameter: only so does the index of drafts apply.
        sql<boolean>`exists (select 1 from ${throughIndex(db, 'forms', 'f', 'forms_drafts_of_version')}
          where f.account_id = u.account_id and f.template_version_id = u.version_id
            and f.status = 'draft' and f.deleted_at is null)`,
      ]),
    )
    .orderBy('t.name_key')
    .orderBy('t.id')
    .execute();
}

async function insertUses(
  tx: Tx,
  accountId: string,
  templateId: string,
  versionId: string,
  listIds: readonly string[],
): Promise<void> {
  if (listIds.length === 0) return;
  await tx
    .insertInto('template_lists')
    .values(
      listIds.map((id) => ({
        account_id: accountId,
        list_id: id,
        template_id: templateId,
        version_id: versionId,
      })),
    )
    .execute();
}
