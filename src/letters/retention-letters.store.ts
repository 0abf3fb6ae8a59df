import { sql } from 'kysely';
import type { Reader } from '#db/database.ts';
import { isIn, selectThrough } from '#db/dialect.ts';

/** A template whose forms are not kept for ever. */
export interface RetainedTemplate {
  readonly name: string;
  readonly action: 'delete' | 'blank';
  /** The id of the user who set the rule. */
  readonly setBy: string;
  /** Whom the right to manage the template was given to. */
  readonly managers: readonly Manager[];
}

interface Manager {
  readonly subject: string;
  readonly type: 'User' | 'Group' | 'Role';
}

/** Returns undefined if the rule was removed meanwhile. */
export async function selectRetained(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<RetainedTemplate | undefined> {
  const rule = await db
    .selectFrom('retention_rules')
    .innerJoin('templates', (join) =>
      join
        .onRef('templates.account_id', '=', 'retention_rules.account_id')
        .onRef('templates.id', '=', 'retention_rules.template_id'),
    )
    .select(['templates.name', 'retention_rules.action', 'retention_rules.set_by'])
    .where('retention_rules.account_id', '=', accountId)
    .where('retention_rules.template_id', '=', templateId)
    .executeTakeFirst();
  if (!rule) return undefined;
  const managers = await db
    .selectFrom('template_grants')
    .select(['subject', 'subject_type as type'])
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('manage', '=', 1)
    .orderBy('subject')
    .execute();
  return { name: rule.name, action: rule.action, setBy: rule.set_by, managers };
}

/** Ids of users who were given a right. */
export interface ManagerChoice {
  readonly named: readonly string[];
  /** Those who have it by a group; undefined: all designers and admins, by their role. */
  readonly others: readonly string[] | undefined;
}

/** Returns the ids of active designers and admins, those by name first. Members cannot use the right to manage. */
export async function selectManagers(
  db: Reader,
  accountId: string,
  { named, others }: ManagerChoice,
  limit: number,
): Promise<readonly string[]> {
  const isNamed = isIn(db, sql.ref('id'), named);
  const rows = await selectThrough(db, 'users', 'users_with_role_by_name')
    .select('id')
    .where('account_id', '=', accountId)
    // A literal, so that SQLite can use the partial index.
    .where('role', '<>', sql.lit('member'))
    .where('active', '=', 1)
    .where(others ? isIn(db, sql.ref('id'), [...named, ...others]) : sql<boolean>`true`)
    .orderBy(sql`case when ${isNamed} then 0 else 1 end`)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
