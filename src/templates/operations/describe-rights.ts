import type { Reader } from '#db/database.ts';
import { readNames } from '#form-basics/index.ts';
import { fold } from '#kernel/text.ts';
import { selectGrants } from '#templates/rights/grants.store.ts';
import type { Grant } from '#templates/rights/rights.ts';
import type { TemplateRights } from './rights.shapes.ts';

const TYPES: readonly Grant['type'][] = ['Role', 'Group', 'User'];

/** Returns all rights on a template, in the order of the page: roles, groups, users; each by name, then by id. */
export async function describeRights(
  db: Reader,
  accountId: string,
  templateId: string,
): Promise<TemplateRights> {
  const grants = await selectGrants(db, accountId, templateId);
  const names = await readNames(
    db,
    accountId,
    grants.map(({ subject }) => subject),
  );
  const items = grants.map((grant) => {
    const name = names.get(grant.subject);
    return { ...grant, ...(name !== undefined && { name }) };
  });
  const keyOf = ({ type, name = '', subject }: (typeof items)[number]) => [
    String(TYPES.indexOf(type)),
    fold(name),
    subject,
  ];
  return { items: items.toSorted((a, b) => compare(keyOf(a), keyOf(b))) };
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? 0 : (a[at] ?? '') < (b[at] ?? '') ? -1 : 1;
}
