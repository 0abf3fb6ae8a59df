import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { TemplateStatus } from '#forms/template.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';

const columns = [
  'id',
  'name',
  'name_key',
  'description',
  'status',
  'open_to_all',
  'current_version_id',
  'has_changes',
  'updated_at',
  'form_count',
] as const;

export type TemplateRow = Pick<Selectable<Tables['templates']>, (typeof columns)[number]>;

export interface TemplateSelection {
  readonly accountId: string;
  /** Only templates that are open to all or to one of these groups; undefined: any. */
  readonly groupIds: readonly string[] | undefined;
  readonly status: TemplateStatus | undefined;
  /** Folded; empty: all. */
  readonly prefix: string;
}

/** By name, then id. */
export async function selectTemplates(
  db: Reader,
  { accountId, groupIds, status, prefix }: TemplateSelection,
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly TemplateRow[]> {
  const end = endOfPrefix(prefix);
  const [name = '', id = ''] = after ?? [];
  return await db
    .selectFrom('templates as t')
    .select(columns)
    .where('t.account_id', '=', accountId)
    .$if(status !== undefined, (t) => t.where('t.status', '=', status ?? 'draft'))
    .$if(prefix !== '', (t) => t.where('t.name_key', '>=', prefix))
    .$if(prefix !== '' && end !== undefined, (t) => t.where('t.name_key', '<', end ?? ''))
    .$if(after !== undefined, (t) => t.where(sql<boolean>`(t.name_key, t.id) > (${name}, ${id})`))
    .$if(groupIds !== undefined, (t) =>
      t.where((eb) =>
        eb.or([
          eb('t.open_to_all', '=', 1),
          eb.exists(
            eb
              .selectFrom('template_groups as g')
              .select('g.group_id')
              .whereRef('g.account_id', '=', 't.account_id')
              .whereRef('g.template_id', '=', 't.id')
              .where(isIn(db, sql.ref('g.group_id'), groupIds ?? [])),
          ),
        ]),
      ),
    )
    .orderBy('t.name_key')
    .orderBy('t.id')
    .limit(limit)
    .execute();
}

/** Group ids by the id of their template. */
export async function selectGroupsOf(
  db: Reader,
  accountId: string,
  templateIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db
    .selectFrom('template_groups')
    .select(['template_id', 'group_id'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('template_id'), templateIds))
    .orderBy('group_id')
    .execute();
  const found = Map.groupBy(rows, (row) => row.template_id);
  return new Map([...found].map(([id, groups]) => [id, groups.map((row) => row.group_id)]));
}

/** Version numbers by version id. */
export async function selectNumbers(
  db: Reader,
  accountId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('template_versions')
    .select(['id', 'number'])
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), versionIds))
    .execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export type VersionRow = Pick<
  Selectable<Tables['template_versions']>,
  'id' | 'number' | 'published_at' | 'published_by'
>;

/** Newest first. */
export async function selectVersions(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<readonly VersionRow[]> {
  return await db
    .selectFrom('template_versions')
    .select(['id', 'number', 'published_at', 'published_by'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .execute();
}

export async function selectFormCount(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<number> {
  const row = await db
    .selectFrom('templates')
    .select('form_count')
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .executeTakeFirst();
  return row?.form_count ?? 0;
}
