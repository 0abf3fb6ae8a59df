// What the published version of a template says, for those who ask many templates at once.
import { sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { isIn } from '#db/dialect.ts';
import { type JsonObject, member } from '#kernel/json.ts';
import { reviewersIn, reviewPolicyIn } from '#questionnaires/definition/review-policy.ts';

/** Stores who reviews the forms that are begun with a definition from now on, and whether their work can't be declined. */
export async function setPublishedRules(
  tx: Tx,
  accountId: string,
  templateId: string,
  definition: JsonObject,
): Promise<void> {
  const policy = reviewPolicyIn(definition);
  const { users, groups } = policy ? reviewersIn(policy) : { users: [], groups: [] };
  const ids = [...new Set([...users, ...groups])];
  await tx
    .updateTable('templates')
    .set({
      reviewers: ids.length === 0 ? null : JSON.stringify(ids),
      no_declining: member(definition, 'allowDeclining') === false ? 1 : null,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', templateId)
    .execute();
}

/** How many templates are named. */
const MOST_NAMED = 20;
/** How many templates are counted. */
const MOST = 1000;

export interface ReviewedTemplates {
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** How many more there are; at most 1,000 templates are counted. */
  readonly more: number;
}

/**
 * Returns the templates, by name, whose published version names a user or a group as a reviewer, a deputy or the fallback
 * group. An index has the templates whose forms are reviewed. Archived ones count: their forms may be in review.
 */
export async function templatesReviewedBy(
  db: Reader,
  accountId: string,
  subjectId: string,
): Promise<ReviewedTemplates> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('reviewers', 'is not', null)
    // Ids are hexadecimal digits and dashes: nothing in them means something to "like".
    .where(sql<boolean>`reviewers like ${`%"${subjectId}"%`}`)
    .orderBy('name_key')
    .orderBy('id')
    .limit(MOST)
    .execute();
  return { named: rows.slice(0, MOST_NAMED), more: Math.max(0, rows.length - MOST_NAMED) };
}

/** Returns those of the templates whose published version does not let people decline work. */
export async function templatesWithoutDeclining(
  db: Reader,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('account_id', '=', accountId)
    .where(isIn(db, sql.ref('id'), [...new Set(ids)]))
    .where('no_declining', '=', 1)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
