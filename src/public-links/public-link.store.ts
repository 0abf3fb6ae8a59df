import { type Selectable, sql } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import type { Tables } from '#db/tables.ts';
import type { PublicLink } from './public-link.ts';

export async function findLink(
  db: Reader,
  accountId: string,
  id: string,
): Promise<PublicLink | undefined> {
  const row = await linkQuery(db, accountId, id).executeTakeFirst();
  return row && toLink(row);
}

/** Like {@link findLink}, and locks the link until the transaction ends. */
export async function lockLink(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<PublicLink | undefined> {
  const query = linkQuery(tx, accountId, id);
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const locked = engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
  const row = await locked.executeTakeFirst();
  return row && toLink(row);
}

/** Returns the link with this token, of an active account. */
export async function findLinkByToken(
  db: Reader,
  { accountCode, hash }: { readonly accountCode: string; readonly hash: string },
): Promise<PublicLink | undefined> {
  const row = await db
    .selectFrom('accounts as a')
    .innerJoin('public_links as l', 'l.account_id', 'a.id')
    .selectAll('l')
    .where('a.code', '=', accountCode)
    .where('a.active', '=', 1)
    .where('l.token_hash', '=', hash)
    .executeTakeFirst();
  return row && toLink(row);
}

/** Returns links of a template, the newest first. `before`: the id of the last one of the page before. */
export async function listLinks(
  db: Reader,
  accountId: string,
  templateId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly PublicLink[]> {
  const rows = await db
    .selectFrom('public_links')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toLink);
}

export async function insertLink(
  tx: Tx,
  link: PublicLink,
  stored: { readonly tokenHash: string; readonly secrets: string },
): Promise<void> {
  await tx
    .insertInto('public_links')
    .values({
      account_id: link.accountId,
      id: link.id,
      template_id: link.templateId,
      token_hash: stored.tokenHash,
      secrets: stored.secrets,
      created_by: link.createdBy,
      created_at: link.createdAt,
      answer_count: link.answerCount,
      ...changingColumns(link),
    })
    .execute();
}

/** Stores all settings of a link; the number of answers stays. */
export async function updateLink(tx: Tx, link: PublicLink): Promise<void> {
  await tx
    .updateTable('public_links')
    .set(changingColumns(link))
    .where('account_id', '=', link.accountId)
    .where('id', '=', link.id)
    .execute();
}

/**
 * Counts one more answer, unless the link takes no more. The condition is part of the statement, so that parallel
 * sends never exceed the maximum. @returns whether it was counted
 */
export async function countAnswer(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const row = await tx
    .updateTable('public_links')
    .set((eb) => ({ answer_count: eb('answer_count', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where((eb) =>
      eb.or([eb('max_answers', 'is', null), eb('answer_count', '<', eb.ref('max_answers'))]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the sealed secrets of a link. */
export async function readSecrets(db: Reader, accountId: string, id: string): Promise<string> {
  const row = await db
    .selectFrom('public_links')
    .select('secrets')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.secrets ?? '';
}

/** Returns whether an admin has allowed links by which people without an account fill in forms. */
export async function readLinksAllowed(db: Reader, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('public_links_allowed')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row?.public_links_allowed === 1;
}

export async function saveLinksAllowed(
  tx: Tx,
  accountId: string,
  isAllowed: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ public_links_allowed: isAllowed ? 1 : 0 })
    .where('id', '=', accountId)
    .execute();
}

/** Records that a browser has sent a form by the link. @returns false when it has sent one before */
export async function recordBrowser(
  tx: Tx,
  { accountId, id }: Pick<PublicLink, 'accountId' | 'id'>,
  browserHash: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('public_link_browsers')
    .values({ account_id: accountId, link_id: id, browser_hash: browserHash })
    .onConflict((oc) => oc.columns(['account_id', 'link_id', 'browser_hash']).doNothing())
    .returning('link_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a browser has sent a form by the link. */
export async function hasSent(
  db: Reader,
  { accountId, id }: Pick<PublicLink, 'accountId' | 'id'>,
  browserHash: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('public_link_browsers')
    .select(sql<number>`1`.as('found'))
    .where('account_id', '=', accountId)
    .where('link_id', '=', id)
    .where('browser_hash', '=', browserHash)
    .executeTakeFirst();
  return row !== undefined;
}

const linkQuery = (db: Reader, accountId: string, id: string) =>
  db
    .selectFrom('public_links')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id);

function changingColumns(link: PublicLink) {
  return {
    name: link.name,
    state: link.state,
    opens_at: link.opensAt ?? null,
    closes_at: link.closesAt ?? null,
    max_answers: link.maxAnswers ?? null,
    code_hash: link.codeHash ?? null,
    once_per_browser: link.oncePerBrowser ? 1 : 0,
    proof_of_work: link.proofOfWork ? 1 : 0,
    thank_you: link.thankYou ?? null,
    keep_on_device: link.keepOnDevice ? 1 : 0,
    revision: link.revision,
    updated_at: link.updatedAt,
  } as const;
}

function toLink(row: Selectable<Tables['public_links']>): PublicLink {
  return {
    id: row.id,
    accountId: row.account_id,
    templateId: row.template_id,
    name: row.name,
    state: row.state,
    opensAt: row.opens_at ?? undefined,
    closesAt: row.closes_at ?? undefined,
    maxAnswers: row.max_answers ?? undefined,
    answerCount: row.answer_count,
    codeHash: row.code_hash ?? undefined,
    oncePerBrowser: row.once_per_browser === 1,
    proofOfWork: row.proof_of_work === 1,
    thankYou: row.thank_you ?? undefined,
    keepOnDevice: row.keep_on_device === 1,
    revision: row.revision,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
