import { sql } from 'kysely';
import { type Reader, withinDeadline } from '#db/dialect.ts';
import { withSharedDeadline } from '#db/shared-deadline.ts';
import { findByExternalId } from '#directory/index.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import { memberCondition } from '#scim/filter/member-condition.ts';
import type { ScopeContext } from '#scim/filter/scope-context.ts';
import type { MemberChange } from '#scim/protocol/index.ts';
import type { ScimDeps } from '#scim/scim-deps.ts';
import { scimBaseUrl } from '#scim/scim-deps.ts';
import type { GroupDraft } from './group-draft.ts';
import { filtersById } from './named-members.ts';

/**
 * The members that a PATCH may remove by a filter, found before its transaction: testing each member of a large group
 * takes a second, during which SQLite would answer nobody and PostgreSQL would keep the group locked. Valid only for
 * this version of the group; each member is tested again when it is removed.
 */
export interface MemberScan {
  readonly version: number;
  readonly ids: readonly string[];
}

/** The time limit for all filters of a request together. */
const DEADLINE_MS = 10_000;

/** Returns undefined when the draft has no filter to evaluate. @throws AppError `query-too-slow`, `busy` */
export async function scanMembers(
  deps: ScimDeps,
  accountId: string,
  groupId: string,
  draft: GroupDraft,
): Promise<MemberScan | undefined> {
  const members = await filtersById(deps.db.reader, accountId, draft.members);
  const filters = members.flatMap((it) => (it.kind === 'removeWhere' ? [it.filter] : []));
  if (filters.length === 0) return undefined;
  const { directory } = deps;
  const db = withSharedDeadline(deps.db, DEADLINE_MS);
  const group = await directory.readGroup(db.reader, accountId, groupId);
  if (!group) return undefined; // The write itself reports this.
  const context = scopeOf(deps, accountId);
  const ids = await namedMembers(db.reader, accountId, members);
  for (const filter of filters) {
    const query = sql<{ id: string }>`
      select e.member_id as id from memberships as e
      where ${withinDeadline(db.reader, sql`e.member_id`)} and e.account_id = ${accountId}
        and e.group_id = ${groupId} and ${memberCondition(context, filter)}`;
    const compiled = { compile: () => query.compile(db.reader) };
    const rows = await db.scan(compiled);
    for (const { id } of rows) ids.add(id);
  }
  return { version: group.version, ids: [...ids] };
}

/** The number of texts that are looked for at a time. */
const AT_ONCE = 500;

/**
 * Returns the ids of the members that the changes add, by id or by externalId: a later operation of the same request may
 * remove them.
 */
async function namedMembers(
  db: Reader,
  accountId: string,
  changes: readonly MemberChange[],
): Promise<Set<string>> {
  const texts = changes.flatMap((it) =>
    it.kind === 'add' || it.kind === 'replace' ? it.members.map(({ value }) => value) : [],
  );
  const ids = new Set(texts);
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    if (from > 0) await letOthersIn();
    const some = texts.slice(from, from + AT_ONCE);
    const found = await findByExternalId(db, { accountId, hidesProtected: true }, some);
    for (const id of found.values()) ids.add(id);
  }
  return ids;
}

const scopeOf = (deps: ScimDeps, accountId: string): ScopeContext => ({
  db: deps.db.reader,
  accountId,
  baseUrl: scimBaseUrl(deps),
  types: deps.types,
});
