import type { Reader } from '#db/database.ts';
import type { FormActor, Template, Viewer } from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import { findVisibleTemplate, lacksRight, type Rights, requireTemplate } from '#templates/index.ts';
import type { Rule, StopReason } from './rule.ts';
import type { RuleWrites } from './rules-deps.ts';

type Deps = Pick<RuleWrites, 'directory'>;

/**
 * Returns the template of rules. Rules read the forms of others, so managing it is not enough.
 * @throws AppError `not-found`, `forbidden`
 */
export async function requireRuleMaker(
  db: Reader,
  directory: Deps['directory'],
  viewer: Viewer,
  templateId: string,
): Promise<Template> {
  const { template, rights } = await requireTemplate(db, directory, viewer, templateId);
  if (!rights.manage) throw lacksRight('manage');
  if (mayMakeRules(rights)) return template;
  throw fail(
    'forbidden',
    'A rule reads all forms of its template. You need the right to see all of them.',
    { because: { reason: 'right-see-all' } },
  );
}

/** Returns whether rights on a template are enough to see and change its rules. */
const mayMakeRules = ({ manage, see }: Rights): boolean => manage && see === 'all';

/** Returns whether somebody may see and change the rules of a template. */
export async function isRuleMaker(
  db: Reader,
  directory: Deps['directory'],
  viewer: Viewer,
  templateId: string,
): Promise<boolean> {
  const found = await findVisibleTemplate(db, directory, viewer, templateId);
  return found !== undefined && mayMakeRules(found.rights);
}

/** Returns as whom a rule acts at this moment, or why it can't act any more. */
export async function actingOwner(
  { directory }: Deps,
  db: Reader,
  { accountId, ownerId, templateId }: Rule,
): Promise<FormActor | StopReason> {
  const owner = await directory.readUser(db, accountId, ownerId, 'all');
  if (!owner?.active) return 'owner-inactive';
  const by: FormActor = { accountId, userId: ownerId, role: owner.role, via: 'system' };
  return (await isRuleMaker(db, directory, by, templateId)) ? by : 'owner-rights';
}
