import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import {
  isFillableFor,
  isListedFor,
  type ListViewer,
} from '#forms/rights/listed-templates.store.ts';
import type { TemplateStatus } from '#forms/template.ts';
import { type Findings, isFound, selectFound } from '#search/index.ts';

const columns = [
  'templates.id',
  'templates.name',
  'templates.name_key',
  'templates.description',
  'templates.status',
  'templates.open_to_all',
  'templates.current_version_id',
  'templates.has_changes',
  'templates.updated_at',
  'templates.form_count',
] as const;

type ColumnName<C> = C extends `templates.${infer Name}` ? Name : never;
export type TemplateRow = Pick<
  Selectable<Tables['templates']>,
  ColumnName<(typeof columns)[number]> & keyof Tables['templates']
>;

export interface TemplateSelection {
  readonly accountId: string;
  readonly viewer: ListViewer;
  /** Only templates that the viewer may create forms from. */
  readonly usable: boolean;
  readonly status: TemplateStatus | undefined;
  readonly found: Findings | undefined;
}

/** Returns templates by name, then by id. */
export async function selectTemplates(
  db: Reader,
  { accountId, viewer, usable, status, found }: TemplateSelection,
  after: readonly string[] | undefined,
  limit: number,
): Promise<readonly TemplateRow[]> {
  const [name = '', id = ''] = after ?? [];
  return await selectFound(db, found, 'templates', 'templates_by_name')
    .select(columns)
    .where('templates.account_id', '=', accountId)
    .where((eb) => isFound(db, found, eb.ref('templates.id')))
    .$if(status !== undefined, (t) => t.where('templates.status', '=', status ?? 'draft'))
    .$if(after !== undefined, (t) =>
      t.where(sql<boolean>`(templates.name_key, templates.id) > (${name}, ${id})`),
    )
    .where((eb) => (usable ? isFillableFor(db, eb, viewer) : isListedFor(db, eb, viewer)))
    .orderBy('templates.name_key')
    .orderBy('templates.id')
    .limit(limit)
    .execute();
}

/** Returns group ids by the id of their template. */
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

/** Returns version numbers by version id. */
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

/** Returns the versions of a template, newest first. */
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
