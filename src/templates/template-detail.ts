import type { Reader } from '#db/database.ts';
import {
  type GroupsOfUser,
  named,
  readNames,
  type Template,
  timeOf,
  type Viewer,
} from '#form-basics/index.ts';
import { reviewersIn, reviewPolicyIn } from '#questionnaires/definition/review-policy.ts';
import type { FoundTemplate } from './find-template.ts';
import { rightsOf } from './rights/rights-of.ts';
import type { TemplateDetail } from './template.shapes.ts';
import { selectFormCount, selectVersions } from './template-detail.store.ts';

/** Returns the parts of a template that the viewer may see. */
export async function describeTemplate(
  db: Reader,
  { accountId, role }: Viewer,
  { template, rights }: FoundTemplate,
): Promise<TemplateDetail> {
  const { manage } = rights;
  const seesAccess = manage || role === 'admin';
  const { id, groupIds, createdBy, currentVersionId, description } = template;
  const versions = await selectVersions(db, accountId, id);
  const people = versions.map((version) => version.published_by);
  const policy = manage ? reviewPolicyIn(template.draftDefinition) : undefined;
  const asked = policy && reviewersIn(policy);
  const reviewers = [...(asked?.users ?? []), ...(asked?.groups ?? [])];
  const names = await readNames(db, accountId, [...groupIds, createdBy, ...people, ...reviewers]);
  const shown = manage ? versions : versions.filter((each) => each.id === currentVersionId);
  const current = versions.find((each) => each.id === currentVersionId);
  return {
    id,
    name: template.name,
    ...(description !== undefined && { description }),
    status: template.status,
    openToAll: template.openToAll,
    ...(current && { currentVersion: current.number }),
    hasChanges: template.hasChanges,
    updatedAt: timeOf(template.updatedAt),
    namePattern: template.namePattern,
    revision: template.revision,
    createdBy: named(createdBy, names),
    createdAt: timeOf(template.createdAt),
    versions: shown.map((version) => ({
      number: version.number,
      publishedAt: timeOf(version.published_at),
      publishedBy: named(version.published_by, names),
    })),
    may: { ...rights },
    ...(manage && {
      draftDefinition: template.draftDefinition,
      reviewers: reviewers.map((each) => named(each, names)),
    }),
    ...(rights.see === 'all' && { formCount: await selectFormCount(db, accountId, id) }),
    ...(seesAccess && {
      groupIds: [...groupIds],
      groups: groupIds.map((group) => named(group, names)),
    }),
  };
}

/** Returns a template that the viewer has just written. */
export async function describeWritten(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  template: Template,
): Promise<TemplateDetail> {
  const rights = await rightsOf(db, directory, viewer, template.id);
  return describeTemplate(db, viewer, { template, rights });
}
