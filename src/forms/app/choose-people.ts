import { type FormsDeps, normaliseId, type Viewer } from '#form-basics/index.ts';
import { requireTemplateOfForms } from '#form-records/index.ts';
import { fail } from '#kernel/errors.ts';
import { findVersion, listNewestVersionIds, offersGroup } from '#templates/index.ts';
import type { AssigneeChoices } from './assignee-choice.shapes.ts';
import { searchPeople } from './people-choice.store.ts';

interface PeopleQuery {
  readonly q: string;
  readonly template: string;
  readonly group: string | undefined;
  readonly limit: number;
}

/** Versions whose forms may still be filled in. */
const MOST_VERSIONS = 20;
/** Fewer characters would match half of the organisation. */
const LEAST_TYPED = 2;

/**
 * Returns people whom an answer of a form of a template may name. The members of a group are shown only where a field of
 * the template asks for them: its designer decided that.
 * @throws AppError `not-found` for a template that the viewer may not know, and a group that it does not ask for
 */
export async function choosePeople(
  deps: Pick<FormsDeps, 'db' | 'directory'>,
  viewer: Viewer,
  { q, template: id, group, limit }: PeopleQuery,
): Promise<AssigneeChoices> {
  const template = await requireTemplateOfForms(deps, viewer, id);
  const known = group === undefined ? undefined : (normaliseId(group) ?? '');
  if (known !== undefined && !(await offers(deps, viewer, template, known))) {
    throw fail('not-found', 'No field of this template asks for people of this group.');
  }
  if (known === undefined && [...q.trim()].length < LEAST_TYPED) return { items: [] };
  const people = await searchPeople(deps.db, viewer.accountId, { q, group: known, limit });
  return {
    items: people.map(({ id: userId, userName, displayName }) => ({
      id: userId,
      type: 'User',
      name: displayName ?? userName,
      ...(displayName !== null && displayName !== userName && { detail: userName }),
    })),
  };
}

async function offers(
  { db }: Pick<FormsDeps, 'db'>,
  { accountId, role }: Viewer,
  template: Awaited<ReturnType<typeof requireTemplateOfForms>>,
  group: string,
): Promise<boolean> {
  // Those who try out a draft may choose any group for it.
  if (role !== 'member' && offersGroup(template.draftDefinition, group)) return true;
  const ids = await listNewestVersionIds(db.reader, accountId, template.id, MOST_VERSIONS);
  for (const id of ids) {
    const version = await findVersion(db.reader, accountId, id);
    if (version && offersGroup(version.definition, group)) return true;
  }
  return false;
}
