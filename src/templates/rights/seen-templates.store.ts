import { type Selectable, sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { engineOf, isIn, selectThrough } from '#db/dialect.ts';
import { precompile } from '#db/precompile.ts';
import type { Tables } from '#db/tables.ts';

/** The templates whose forms of others somebody sees. */
export interface SeenTemplates {
  /** Those of which they see all forms. */
  readonly all: readonly string[];
  /** Others, of which they see the forms of members of their groups. */
  readonly group: readonly string[];
}

/** Returns the templates of which any of the subjects sees forms of others, by id. */
export async function selectSeen(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<SeenTemplates> {
  const rows = await seenBy(db, { accountId, subjects: listOf(db, subjects) });
  const all = new Set(rows.filter(({ see }) => see === 'all').map((row) => row.template_id));
  const others = rows.map((row) => row.template_id).filter((id) => !all.has(id));
  return { all: [...all].toSorted(), group: [...new Set(others)].toSorted() };
}

type SeenRow = Pick<Selectable<Tables['template_grants']>, 'template_id' | 'see'>;

interface SeenBy {
  readonly accountId: string;
  readonly subjects: string | readonly string[];
}

// Compiled once: every list of forms asks.
const seenBy = precompile<SeenRow, SeenBy>((db, { accountId, subjects }) =>
  selectThrough(db, 'template_grants', 'template_grants_seen')
    .select(['template_id', 'see'])
    .where('account_id', '=', accountId)
    .where(among(db, subjects))
    // Written into the query, because the index contains only these.
    .where('see', '<>', sql.lit('own')),
);

const among = (db: Reader, subjects: SeenBy['subjects']) =>
  engineOf(db) === 'postgres'
    ? sql<boolean>`subject = any(${subjects}::text[])`
    : sql<boolean>`subject in (select value from json_each(${subjects}))`;

/** Returns a list as one parameter. */
const listOf = (db: Reader, values: readonly string[]) =>
  engineOf(db) === 'postgres' ? values : JSON.stringify(values);

/** Returns the ids of templates of whose visible forms any of the subjects may edit answers, by id. */
export async function selectEditable(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<readonly string[]> {
  const rows = await selectThrough(db, 'template_grants', 'template_grants_by_subject')
    .select('template_id')
    .distinct()
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('subject'), subjects))
    .where('edit', '=', 1)
    .orderBy('template_id')
    .execute();
  return rows.map((row) => row.template_id);
}

/**
 * Returns whether any of the subjects sees all forms of each template there is. It is one statement, because templates
 * come and go between two.
 */
export async function seesEach(
  db: Reader,
  accountId: string,
  subjects: readonly string[],
): Promise<boolean> {
  return (await unseenBy(db, { accountId, subjects: listOf(db, subjects) })).length === 0;
}

// The grants are read once: asked for each template and each of hundreds of groups, they took seconds.
const unseenBy = precompile<{ id: string }, SeenBy>((db, { accountId, subjects }) =>
  db
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .except(
      selectThrough(db, 'template_grants', 'template_grants_seen')
        .select('template_id as id')
        .where('account_id', '=', accountId)
        .where(among(db, subjects))
        .where('see', '=', sql.lit('all'))
        .where('see', '<>', sql.lit('own')),
    )
    .limit(sql.lit(1)),
);
