import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import {
  checkDefinition,
  type FoundField,
  requirePublishable,
} from './definition/check-definition.ts';
import type { Expected, FormActor } from './form.ts';
import { requireDesigner } from './form-rules.ts';
import type { FormWritesDeps } from './forms-deps.ts';
import { insertVersion } from './template.store.ts';
import type { Field, Template, TemplateVersion } from './template.ts';
import {
  currentVersion,
  differs,
  lockUnarchived,
  requireRevision,
  storeTemplate,
} from './template-revision.ts';

/**
 * Publishes the draft as the next immutable version; returns the current version when the draft has not changed.
 * @throws AppError `forbidden` for a member, `not-found`, `template-state` when archived, `precondition-failed`,
 * `invalid-definition`.
 */
export const publishTemplate =
  (deps: FormWritesDeps) =>
  async (
    tx: Tx,
    by: FormActor,
    id: string,
    expected: Expected = {},
  ): Promise<{ readonly template: Template; readonly version: TemplateVersion }> => {
    requireDesigner(by, 'publish templates');
    const template = requireRevision(await lockUnarchived(deps, tx, by, id), expected);
    const current = await currentVersion(tx, template);
    if (current && !differs(template, current)) return { template, version: current };
    const { fields } = checkDefinition(template.draftDefinition);
    if (fields.length === 0) {
      throw fail('invalid-definition', 'A template needs at least one field to be published.');
    }
    requirePublishable(template.draftDefinition);
    const version: TemplateVersion = {
      id: deps.ids.next(),
      templateId: template.id,
      number: (current?.number ?? 0) + 1,
      definition: template.draftDefinition,
      fields: indexFields(fields, current?.fields ?? [], deps.ids),
      publishedAt: deps.clock.now(),
      publishedBy: by.userId,
    };
    await insertVersion(tx, by.accountId, version);
    const published = {
      ...template,
      status: 'published',
      currentVersionId: version.id,
      hasChanges: false,
    } as const;
    const stored = await storeTemplate(deps, tx, by, published, 'template.publish');
    await deps.events.append(tx, {
      type: 'template.published',
      accountId: by.accountId,
      at: version.publishedAt,
      id: stored.id,
      templateId: stored.id,
      by: by.userId,
      revision: version.number,
    });
    return { template: stored, version };
  };

/** Returns the fields of the version. A field keeps its id as long as it keeps its name. */
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
