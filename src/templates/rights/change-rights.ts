import type { Tx } from '#db/database.ts';
import {
  type FormActor,
  type FormWritesDeps,
  findUserLabel,
  groupExists,
  normaliseId,
  type Template,
} from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { lockTemplateWithRight, lockVisibleTemplate } from '#templates/find-template.ts';
import { updateFillers } from '#templates/template.store.ts';
import { requireFewGrants } from './grant-limit.ts';
import { deleteGrant, putGrant, selectGrants } from './grants.store.ts';
import { ALL_RIGHTS, type Grant, isNothing, type Rights, ROLE_SUBJECTS } from './rights.ts';

type Deps = Pick<FormWritesDeps, 'audit' | 'directory'>;

/** Rights as a request gives them: programs of 0.2.0 do not know the right to review. */
type GivenRights = Omit<Rights, 'review'> & { readonly review?: boolean };

/**
 * Gives a subject rights on a template, instead of those that it had. `subject` is the id of a user or group, or a role.
 * @throws AppError `not-found`, `forbidden`, `invalid-value` for an unknown subject or for no right at all, `too-many`.
 */
export const giveRights =
  (deps: Deps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    subject: string,
    given: GivenRights,
  ): Promise<Template> => {
    const rights = { ...given, review: given.review === true };
    const template = await lockTemplateWithRight(tx, deps.directory, by, id, 'manage');
    if (isNothing(rights)) {
      throw fail('invalid-value', 'Give at least one right, or withdraw them all with DELETE.', {
        because: { reason: 'rights-empty' },
      });
    }
    const grant = { ...rights, ...(await checkSubject(tx, by.accountId, subject)) };
    const before = await selectGrants(tx, by.accountId, template.id);
    await store(deps, tx, by, template, grant, 'template.give-rights');
    const isNew = !before.some((each) => each.subject === grant.subject);
    if (isNew) await requireFewGrants(tx, template);
    return template;
  };

/**
 * Withdraws all rights that a subject has on a template. @throws AppError `not-found`, also when it has none,
 * `forbidden`.
 */
export const withdrawRights =
  (deps: Deps) =>
  async (tx: Tx, by: FormActor, id: string, subject: string): Promise<void> => {
    const template = await lockTemplateWithRight(tx, deps.directory, by, id, 'manage');
    const { accountId } = by;
    const known = subject.toLowerCase();
    const before = await selectGrants(tx, accountId, template.id);
    if (!before.some((each) => each.subject === known)) {
      throw fail('not-found', 'The subject has no rights on this template.');
    }
    await deleteGrant(tx, accountId, template.id, known);
    await updateFillers(tx, template, await selectGrants(tx, accountId, template.id));
    await record(deps, tx, by, template, 'template.withdraw-rights', { subject: known });
  };

/**
 * Gives an admin all rights on a template, even if others manage it. The audit log shows it.
 * @throws AppError `not-found`, `forbidden` for others.
 */
export const takeRights =
  (deps: Deps) =>
  async (tx: Tx, by: FormActor, id: string): Promise<Template> => {
    const { template } = await lockVisibleTemplate(tx, deps.directory, by, id);
    if (by.role !== 'admin') throw fail('forbidden', 'Only an admin may take rights.');
    const grant = { ...ALL_RIGHTS, subject: by.userId, type: 'User' } as const;
    await store(deps, tx, by, template, grant, 'template.take-rights');
    return template;
  };

async function store(
  deps: Deps,
  tx: Tx,
  by: FormActor,
  template: Template,
  grant: Grant,
  action: string,
): Promise<void> {
  const { accountId, id } = template;
  await putGrant(tx, accountId, id, grant);
  const grants = await selectGrants(tx, accountId, id);
  await updateFillers(tx, template, grants);
  const { subject, type, ...rights } = grant;
  await record(deps, tx, by, template, action, { subject, ...rights });
}

async function checkSubject(
  tx: Tx,
  accountId: string,
  subject: string,
): Promise<Pick<Grant, 'subject' | 'type'>> {
  const role = ROLE_SUBJECTS.find((each) => each === subject);
  if (role !== undefined) return { subject: role, type: 'Role' };
  const id = normaliseId(subject);
  if (id !== undefined) {
    if (await groupExists(tx, accountId, id)) return { subject: id, type: 'Group' };
    const label = await findUserLabel(tx, accountId, id);
    if (label !== undefined) return { subject: id, type: 'User' };
  }
  throw fail('invalid-value', 'There is no user, group or role with this id.', {
    at: 'subject',
    because: { reason: 'unknown-subject' },
  });
}

const record = (
  { audit }: Deps,
  tx: Tx,
  by: FormActor,
  { id, name }: Template,
  action: string,
  detail: JsonObject,
) =>
  audit.append(tx, by, {
    action,
    targetType: 'Template',
    targetId: id,
    detail: { name, ...detail },
  });
