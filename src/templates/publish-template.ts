import type { Tx } from '#db/database.ts';
import { faultsOfDocuments, publishDocuments, readDocuments } from '#documents/index.ts';
import type {
  Expected,
  Field,
  FormActor,
  FormWritesDeps,
  Template,
  TemplateVersion,
} from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { Ids } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { requireRevision } from '#kernel/require-revision.ts';
import { holdList } from '#lists/index.ts';
import { isComparable, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import {
  checkDefinition,
  type FoundField,
  invalidDefinition,
  requirePublishable,
} from '#questionnaires/definition/check-definition.ts';
import { nameTranslationsIn } from '#questionnaires/definition/name-translations.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { nameFields } from '#questionnaires/naming/name-fields.ts';
import { fieldsIn } from '#questionnaires/naming/name-pattern.ts';
import { beginRefill } from './begin-refill.store.ts';
import { faultsOfStored } from './faults-of-stored.ts';
import { faultsOfClosedLists } from './lists/check-lists.ts';
import { asksForPeople, faultsOfOpenPeople } from './lists/check-people.ts';
import { listIdsIn } from './lists/lists-in.ts';
import { closedLists } from './lists/public-lists.ts';
import { hasLivingLink } from './living-link.store.ts';
import { changesSearch, nextMarks } from './search-marks.ts';
import { insertVersion } from './template.store.ts';
import { currentVersion, differs, lockUnarchived, storeTemplate } from './template-revision.ts';

/**
 * Publishes the draft as the next immutable version; returns the current version when the draft has not changed.
 * @throws AppError `forbidden` for those who do not manage it, `not-found`, `template-state` when archived, `precondition-failed`,
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
    const template = await lockUnarchived(deps, tx, by, id);
    requireRevision('template', template.revision, expected.ifRevision);
    const current = await currentVersion(tx, template);
    if (current && !(await differs(tx, template))) return { template, version: current };
    checkDefinition(template.draftDefinition);
    const definition = outsideDefinition(template.draftDefinition);
    const { fields } = checkDefinition(definition);
    if (fields.length === 0) {
      throw fail('invalid-definition', 'A template needs at least one field to be published.');
    }
    requirePublishable(template.draftDefinition);
    requireNameFields(template);
    await requireLists(deps, tx, by, template);
    await requireDocuments(tx, template, definition);
    const made = {
      id: deps.ids.next(),
      templateId: template.id,
      number: (current?.number ?? 0) + 1,
      definition,
      fields: indexFields(fields, keptFields(template, definition, current), deps.ids),
      publishedAt: deps.clock.now(),
      publishedBy: by.userId,
    };
    const version: TemplateVersion = { ...made, searchMarks: nextMarks(current, made) };
    await insertVersion(tx, by.accountId, version, template.draftDefinition);
    const { accountId } = by;
    await publishDocuments(tx, { accountId, templateId: template.id }, version.id);
    if (current && changesSearch(current, version)) {
      await beginRefill(tx, by.accountId, template.id);
    }
    const published = {
      ...template,
      status: 'published',
      currentVersionId: version.id,
      hasChanges: false,
      nameTranslations: nameTranslationsIn(template.draftDefinition),
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

/** Checks that the fields in the naming pattern still exist. @throws AppError `invalid-definition`. */
function requireNameFields({ namePattern, draftDefinition }: Template): void {
  const known = new Set(nameFields(outsideDefinition(draftDefinition)).map(({ name }) => name));
  const faults = fieldsIn(namePattern)
    .filter((field) => !known.has(field))
    .map((name) => ({
      at: 'namePattern',
      kind: 'nameField',
      values: { name },
      text: `The naming pattern contains the answer to ${name}, and there is no such field whose answer is one short text. Change the pattern.`,
    }));
  if (faults.length > 0) throw invalidDefinition(faults);
}

/** Checks that what the documents of the draft show is still asked. @throws AppError `invalid-definition`. */
async function requireDocuments(
  tx: Tx,
  { accountId, id: templateId }: Template,
  definition: JsonObject,
): Promise<void> {
  const documents = await readDocuments(tx, { accountId, templateId });
  if (documents.length === 0) return;
  const faults = faultsOfDocuments(documents, shapesOf(definition));
  if (faults.length > 0) throw invalidDefinition(faults);
}

/** Checks the reviewers and the lists of a definition, and holds the lists until the transaction ends. @throws AppError `invalid-definition`. */
async function requireLists(
  deps: FormWritesDeps,
  tx: Tx,
  by: FormActor,
  { id: templateId, draftDefinition: definition }: Template,
): Promise<void> {
  const ids = listIdsIn(definition);
  const isShared = ids.length > 0 || asksForPeople(definition);
  if (isShared && (await hasLivingLink(tx, by.accountId, templateId))) {
    const closed = await closedLists(tx, by.accountId, definition);
    const open = [...faultsOfClosedLists(definition, closed), ...faultsOfOpenPeople(definition)];
    if (open.length > 0) throw invalidDefinition(open);
  }
  for (const id of ids) await holdList(tx, by.accountId, id);
  const faults = await faultsOfStored(deps, tx, by, definition);
  if (faults.length > 0) throw invalidDefinition(faults);
}

/**
 * Returns the fields whose ids the next version keeps. One whose answers would be read as something else is not among
 * them: its old answers stay those of a field that is no longer asked.
 */
function keptFields(
  { copiedFields = [] }: Template,
  definition: JsonObject,
  current: TemplateVersion | undefined,
): readonly Field[] {
  if (!current) return copiedFields;
  const [before, after] = [shapesOf(current.definition), shapesOf(definition)];
  return current.fields.filter(({ name }) => {
    const [old, next] = [before.get(name), after.get(name)];
    return !old || !next || isComparable(old.kind, next.kind);
  });
}

/** Returns the fields of the version. A field keeps its id as long as it keeps its name, also in a copied template. */
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
