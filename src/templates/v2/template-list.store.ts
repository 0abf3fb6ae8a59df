import type { SelectQueryBuilder } from 'kysely';
import type { Database, Reader } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { endOfPrefix } from '#kernel/end-of-prefix.ts';
import { isListedFor, type ListViewer } from '#templates/rights/listed-templates.store.ts';

export interface TemplateSelection {
  readonly accountId: string;
  readonly viewer: ListViewer;
  /** Case-folded. */
  readonly namePrefix: string | undefined;
}

/** The start of a page: a number of templates to skip, or the template after which it starts. */
export type TemplateStart =
  | { readonly offset: number }
  | { readonly after: readonly [nameKey: string, id: string] };

const COLUMNS = [
  'templates.id',
  'templates.name',
  'templates.name_key',
  'templates.description',
  'templates.status',
  'templates.updated_at',
  'template_versions.number',
] as const;

export type TemplateRow = Awaited<ReturnType<typeof listTemplateRows>>[number];

/** Returns templates by name, then by id. */
export function listTemplateRows(
  db: Reader,
  selection: TemplateSelection,
  start: TemplateStart,
  limit: number,
) {
  const rows = selected(db, selection)
    .leftJoin('template_versions', (join) =>
      join
        .onRef('template_versions.account_id', '=', 'templates.account_id')
        .onRef('template_versions.id', '=', 'templates.current_version_id'),
    )
    .select(COLUMNS)
    .orderBy('templates.name_key')
    .orderBy('templates.id')
    .limit(limit);
  if ('offset' in start) return rows.offset(start.offset).execute();
  const { after } = start;
  return rows
    .where((eb) =>
      eb(eb.refTuple('templates.name_key', 'templates.id'), '>', eb.tuple(after[0], after[1])),
    )
    .execute();
}

export async function countTemplates(
  { reader }: Pick<Database, 'reader'>,
  selection: TemplateSelection,
): Promise<number> {
  const row = await selected(reader, selection)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirst();
  return Number(row?.total ?? 0);
}

function selected(
  db: Reader,
  { accountId, viewer, namePrefix }: TemplateSelection,
): SelectQueryBuilder<Tables, 'templates', object> {
  const end = namePrefix === undefined ? undefined : endOfPrefix(namePrefix);
  return db
    .selectFrom('templates')
    .where('templates.account_id', '=', accountId)
    .where((eb) => isListedFor(db, eb, viewer))
    .$if(namePrefix !== undefined, (query) =>
      query.where('templates.name_key', '>=', namePrefix ?? ''),
    )
    .$if(end !== undefined, (query) => query.where('templates.name_key', '<', end ?? ''));
}
