import { isDeepStrictEqual } from 'node:util';
import type { Reader, Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import { isStorable } from '#kernel/text.ts';
import {
  checkDefinition,
  type FoundField,
  requirePublishable,
} from './definition/check-definition.ts';
import { groupExists } from './form.store.ts';
import type { Expected, FormActor, Viewer } from './form.ts';
import { checkName, normaliseId, requireDesigner } from './form-rules.ts';
import { checkPattern, DEFAULT_PATTERN } from './name-pattern.ts';
import {
  findVersion,
  insertTemplate,
  insertVersion,
  lockTemplate,
  updateTemplate,
} from './template.store.ts';
import type { Field, Template, TemplateChanges, TemplateVersion } from './template.ts';
import type { FormWritesDeps, GroupsOfUser, Templates } from './writes.ts';

const MAX_TEMPLATE_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2000;
const MAX_GROUPS = 1000;

/** Everything that is done to templates. */
export function createTemplates(deps: FormWritesDeps): Templates {
  const { clock, ids, audit, events } = deps;

  /** Stores a template that was changed, later than it was before. */
  async function store(tx: Tx, by: FormActor, template: Template, action: string) {
    const updatedAt = Math.max(clock.now(), template.updatedAt + 1);
    const stored = { ...template, updatedAt, revision: template.revision + 1 };
    await updateTemplate(tx, stored);
    await auditTemplate(tx, by, action, stored);
    return stored;
  }

  async function auditTemplate(tx: Tx, by: FormActor, action: string, { id, name }: Template) {
    await audit.append(tx, by, { action, targetType: 'Template', targetId: id, detail: { name } });
  }

  return {
    async createTemplate(tx, by, input) {
      requireDesigner(by, 'make templates');
      const now = clock.now();
      const template: Template = {
        id: ids.next(),
        accountId: by.accountId,
        name: '',
        description: undefined,
        status: 'draft',
        draftDefinition: {},
        namePattern: DEFAULT_PATTERN,
        openToAll: input.groupIds === undefined || input.groupIds.length === 0,
        groupIds: [],
        currentVersionId: undefined,
        createdBy: by.userId,
        createdAt: now,
        updatedAt: now,
        revision: 1,
        hasChanges: true,
        ...(await checkChanges(tx, by, input)),
      };
      await insertTemplate(tx, template);
      await auditTemplate(tx, by, 'template.create', template);
      return template;
    },

    async changeTemplate(tx, by, id, changes) {
      requireDesigner(by, 'change templates');
      const template = expect(await lockForWork(tx, by, id), changes);
      const changed = { ...template, ...(await checkChanges(tx, by, changes)) };
      if (isDeepStrictEqual(changed, template)) return template;
      const hasChanges = differs(changed, await currentVersion(tx, template));
      return store(tx, by, { ...changed, hasChanges }, 'template.change');
    },

    async publishTemplate(tx, by, id, expected = {}) {
      requireDesigner(by, 'publish templates');
      const template = expect(await lockForWork(tx, by, id), expected);
      const current = await currentVersion(tx, template);
      if (current && !differs(template, current)) return { template, version: current };
      const { fields } = checkDefinition(template.draftDefinition);
      if (fields.length === 0) {
        throw fail('invalid-definition', 'A template needs at least one field to be published.');
      }
      requirePublishable(template.draftDefinition);
      const version: TemplateVersion = {
        id: ids.next(),
        templateId: template.id,
        number: (current?.number ?? 0) + 1,
        definition: template.draftDefinition,
        fields: indexFields(fields, current?.fields ?? [], ids),
        publishedAt: clock.now(),
        publishedBy: by.userId,
      };
      await insertVersion(tx, by.accountId, version);
      const published = {
        ...template,
        status: 'published',
        currentVersionId: version.id,
        hasChanges: false,
      } as const;
      const stored = await store(tx, by, published, 'template.publish');
      await events.append(tx, {
        type: 'template.published',
        accountId: by.accountId,
        at: version.publishedAt,
        id: stored.id,
        templateId: stored.id,
        by: by.userId,
        revision: version.number,
      });
      return { template: stored, version };
    },

    async archiveTemplate(tx, by, id) {
      requireDesigner(by, 'archive templates');
      const template = await findForWork(tx, by, id);
      if (template.status === 'archived') return template;
      if (template.status === 'draft') {
        throw fail(
          'template-state',
          'The template was never published: there is nothing to archive.',
        );
      }
      return store(tx, by, { ...template, status: 'archived' }, 'template.archive');
    },

    async restoreTemplate(tx, by, id) {
      requireDesigner(by, 'restore templates');
      const template = await findForWork(tx, by, id);
      if (template.status !== 'archived') return template;
      return store(tx, by, { ...template, status: 'published' }, 'template.restore');
    },
  };
}

/** @throws AppError `precondition-failed` when somebody changed the template since. */
function expect(template: Template, { ifRevision }: Expected): Template {
  if (ifRevision === undefined || ifRevision === template.revision) return template;
  throw fail(
    'precondition-failed',
    `The template is at revision ${template.revision}, not ${ifRevision}. Read it again.`,
    { extra: { currentRevision: template.revision, sentRevision: ifRevision } },
  );
}

function differs({ draftDefinition }: Template, current: TemplateVersion | undefined): boolean {
  return !current || !isDeepStrictEqual(current.definition, draftDefinition);
}

/** True for a template that the viewer may make forms from, whatever its state. */
export async function mayUse(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
  template: Template,
): Promise<boolean> {
  if (viewer.role !== 'member' || template.openToAll) return true;
  const groups = await directory.groupIdsOf(db, viewer.accountId, viewer.userId);
  return template.groupIds.some((id) => groups.includes(id));
}

/** A field keeps its id for as long as it keeps its name. */
function indexFields(
  found: readonly FoundField[],
  before: readonly Field[],
  ids: Ids,
): readonly Field[] {
  const known = new Map(before.map(({ name, id }) => [name, id]));
  return found.map(({ name, title, type }) => ({
    id: known.get(name) ?? ids.next(),
    name,
    title,
    type,
  }));
}

async function currentVersion(tx: Tx, template: Template): Promise<TemplateVersion | undefined> {
  const { accountId, currentVersionId } = template;
  return currentVersionId === undefined ? undefined : findVersion(tx, accountId, currentVersionId);
}

async function findForWork(tx: Tx, by: FormActor, id: string): Promise<Template> {
  const known = normaliseId(id);
  const template = known === undefined ? undefined : await lockTemplate(tx, by.accountId, known);
  if (!template) throw fail('not-found', 'There is no template with this id.');
  return template;
}

async function lockForWork(tx: Tx, by: FormActor, id: string): Promise<Template> {
  const template = await findForWork(tx, by, id);
  if (template.status !== 'archived') return template;
  throw fail('template-state', 'The template is archived and can no longer change.');
}

type Changed = Partial<
  Pick<
    Template,
    'name' | 'description' | 'draftDefinition' | 'namePattern' | 'openToAll' | 'groupIds'
  >
>;

async function checkChanges(tx: Tx, by: FormActor, input: TemplateChanges): Promise<Changed> {
  const { name, description, definition, namePattern, openToAll, groupIds } = input;
  if (definition !== undefined) checkDefinition(definition);
  return {
    ...(name !== undefined && { name: checkName(name, MAX_TEMPLATE_NAME_LENGTH) }),
    ...(description !== undefined && { description: checkDescription(description ?? '') }),
    ...(definition !== undefined && { draftDefinition: definition }),
    ...(namePattern !== undefined && { namePattern: checkPattern(namePattern) }),
    ...(openToAll !== undefined && { openToAll }),
    ...(groupIds !== undefined && { groupIds: await checkGroups(tx, by.accountId, groupIds) }),
  };
}

function checkDescription(description: string): string | undefined {
  if (description.length > MAX_DESCRIPTION_LENGTH || !isStorable(description)) {
    throw fail(
      'invalid-value',
      `The description must be text of at most ${MAX_DESCRIPTION_LENGTH} characters.`,
      { at: 'description' },
    );
  }
  return description === '' ? undefined : description;
}

async function checkGroups(
  tx: Tx,
  accountId: string,
  groupIds: readonly string[],
): Promise<readonly string[]> {
  if (groupIds.length > MAX_GROUPS) {
    throw fail('invalid-value', `A template can be given to at most ${MAX_GROUPS} groups.`, {
      at: 'groupIds',
    });
  }
  const distinct = [...new Set(groupIds)].sort();
  for (const id of distinct) {
    if (normaliseId(id) === id && (await groupExists(tx, accountId, id))) continue;
    const shown = JSON.stringify(id.slice(0, 100).toWellFormed());
    throw fail('invalid-value', `There is no group with the id ${shown}.`, { at: 'groupIds' });
  }
  return distinct;
}
