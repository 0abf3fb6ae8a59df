import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { TemplateStatus } from '#form-basics/index.ts';
import { type Findings, isFound, selectFound } from '#search/index.ts';
import { formCountOf } from '#templates/form-count.store.ts';
import {
  isFillableFor,
  isListedFor,
  type ListViewer,
} from '#templates/rights/listed-templates.store.ts';

const columns = [
  'templates.id',
  'templates.name',
  'templates.name_key',
  'templates.description',
  'templates.name_translations',
  'templates.status',
  'templates.open_to_all',
  'templates.current_version_id',
  'templates.has_changes',
  'templates.updated_at',
] as const;

type ColumnName<C> = C extends `templates.${infer Name}` ? Name : never;
export type TemplateRow = Pick<
  Selectable<Tables['templates']>,
  ColumnName<(typeof columns)[number]> & keyof Tables['templates']
> & { readonly form_count: number };

export interface TemplateSelection {
  readonly accountId: string;
  readonly viewer: ListViewer;
  /** Only templates that the viewer may create forms from. */
  readonly usable: boolean;
  readonly status: TemplateStatus | undefined;
  readonly found: Findings | undefined;
}

/** The name key and the id of the last template of a page. */
export type TemplatePosition = readonly [nameKey: string, id: string];

/** Returns a page of the selected templates by name, then by id. `after`: the last one of the page before. */
export async function selectTemplates(
  db: Reader,
  { accountId, viewer, usable, status, found }: TemplateSelection,
  after: TemplatePosition | undefined,
  limit: number,
): Promise<readonly TemplateRow[]> {
  return await selectFound(db, found, 'templates', 'templates_by_name')
    .select(columns)
    .select(formCountOf('templates').as('form_count'))
    .where('templates.account_id', '=', accountId)
    .where((eb) => isFound(db, found, eb.ref('templates.id')))
    .where((eb) => (status === undefined ? eb.and([]) : eb('templates.status', '=', status)))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(templates.name_key, templates.id) > (${after?.[0]}, ${after?.[1]})`,
      ),
    )
    .where((eb) => (usable ? isFillableFor(db, eb, viewer) : isListedFor(db, eb, viewer)))
    .orderBy('templates.name_key')
    .orderBy('templates.id')
    .limit(limit)
    .execute();
}

/** Returns the ids of the groups that may fill each template in, by the id of the template. */
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

/** Returns the numbers of versions by the ids of the versions. */
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
