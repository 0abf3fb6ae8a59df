import type { Reader } from '#db/database.ts';
import type { TemplateVersion } from '#form-basics/index.ts';
import type { LinkPrincipal } from '#http/endpoint.ts';
import { type AppError, fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { List } from '#lists/index.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { findVersion, openDefinition } from '#templates/index.ts';
import { findSession, type LinkSession } from './link-session.store.ts';
import { hashOf } from './link-token.ts';
import { findLink } from './public-link.store.ts';
import type { PublicLink } from './public-link.ts';

/** What the session of a link stands for. */
export interface Visit {
  readonly link: PublicLink;
  readonly session: LinkSession;
  /** The version, with its definition as people with a public link fill it in. */
  readonly version: TemplateVersion;
  /** The public lists of the definition, by id. */
  readonly lists: ReadonlyMap<string, List>;
}

/** Reads what the session of a request stands for. @throws AppError `token-invalid` when it ended meanwhile */
export async function readVisit(
  db: Reader,
  { accountId, accountCode, linkId, sessionHash: hash }: LinkPrincipal,
  now: number,
): Promise<Visit> {
  const session = await findSession(db, { accountCode, hash }, now);
  const link = await findLink(db, accountId, linkId);
  const version = session && (await findVersion(db, accountId, session.versionId));
  if (session && link && version) {
    requireSameCode(link, session);
    const { definition, lists } = await openDefinition(db, accountId, version.definition);
    return { link, session, version: { ...version, definition }, lists };
  }
  throw sessionEnded();
}

/** Names the code of a link without telling it: '' for none, and another text after each change. */
export const codeMarkOf = ({ codeHash }: Pick<PublicLink, 'codeHash'>): string =>
  codeHash === undefined ? '' : hashOf(codeHash);

/** @throws AppError `token-invalid` when the code of the link has changed since the visit was opened */
export function requireSameCode(link: PublicLink, { codeMark }: LinkSession): void {
  if (codeMark !== undefined && codeMark !== codeMarkOf(link)) throw sessionEnded();
}

export const sessionEnded = (): AppError =>
  fail('token-invalid', 'The session of this link has ended. Open the link again.');

/** Returns the answers that the signed link fixes, to questions that the version has. */
export function fixedAnswers({ session, version }: Visit): JsonObject {
  const shapes = shapesOf(version.definition);
  return Object.fromEntries(Object.entries(session.prefill).filter(([name]) => shapes.has(name)));
}
