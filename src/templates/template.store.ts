import type { Compilable, Selectable } from 'kysely';
import type { Reader, Tx } from '#db/database.ts';
import { engineOf } from '#db/dialect.ts';
import { together } from '#db/flush.ts';
import type { Tables } from '#db/tables.ts';
import { lockText, lockTextShared } from '#db/text-locks.ts';
import {
  type Field,
  type Template,
  type TemplateVersion,
  templateText,
} from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { fold } from '#kernel/text.ts';
import { readNameTranslations } from '#questionnaires/definition/name-translations.ts';
import { forgetWords, indexWords } from '#search/index.ts';
import { keepVersion, keptVersion } from './kept-versions.ts';
import { listIdsIn } from './lists/lists-in.ts';
import { addVersionLists, setDraftLists } from './lists/template-lists.store.ts';
import { setPublishedRules } from './published-rules.store.ts';
import type { Grant } from './rights/rights.ts';

/** Returns a template with its groups, which have rows of their own. */
export async function findTemplate(
  db: Reader,
  accountId: string,
  id: string,
): Promise<Template | undefined> {
  return await readTemplate(db, templateQuery(db, accountId, id), accountId, id);
}

/**
 * Like {@link findTemplate}, and locks it until the transaction ends: nobody else writes it or makes a form from it.
 */
export async function lockTemplate(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Template | undefined> {
  const query = templateQuery(tx, accountId, id);
  await lockText(tx, lockOf(accountId, id));
  // On SQLite, BEGIN IMMEDIATE is the lock.
  const locked = engineOf(tx) === 'postgres' ? query.forNoKeyUpdate() : query;
  return await readTemplate(tx, locked, accountId, id);
}

/**
 * Like {@link findTemplate}, and keeps it as it is until the transaction ends. Others may do the same meanwhile, so that
 * forms of a template are made side by side; {@link lockTemplate} waits for all of them (decision 172).
 */
export async function holdTemplate(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<Template | undefined> {
  const query = templateQuery(tx, accountId, id);
  // The row alone would let a steady stream of new forms starve whoever wants to publish: nobody queues for shared rows.
  await lockTextShared(tx, lockOf(accountId, id));
  // For nodes of the version before, which lock only the row, and give a form the number after the last one.
  const held = engineOf(tx) === 'postgres' ? query.forShare() : query;
  return await readTemplate(tx, held, accountId, id);
}

const lockOf = (accountId: string, id: string): string => `template ${accountId} ${id}`;

async function readTemplate(
  db: Reader,
  query: Compilable<Selectable<Tables['templates']>>,
  accountId: string,
  id: string,
): Promise<Template | undefined> {
  const [[row], groups] = await together(db, [query, groupsQuery(db, accountId, id)]);
  return (
    row &&
    toTemplate(
      row,
      groups.map(({ group_id }) => group_id),
    )
  );
}

export async function insertTemplate(tx: Tx, template: Template): Promise<void> {
  await tx
    .insertInto('templates')
    .values({
      account_id: template.accountId,
      id: template.id,
      created_by: template.createdBy,
      created_at: template.createdAt,
      copied_fields: template.copiedFields ? JSON.stringify(template.copiedFields) : null,
      ...changingColumns(template),
    })
    .execute();
  await insertGroups(tx, template);
  await setDraftLists(tx, template, listIdsIn(template.draftDefinition));
  await indexWords(tx, findableOf(template), templateText(template), { isNew: true });
}

/** Stores all properties of a template that can change. */
export async function updateTemplate(tx: Tx, template: Template): Promise<void> {
  await tx
    .updateTable('templates')
    .set(changingColumns(template))
    .where('account_id', '=', template.accountId)
    .where('id', '=', template.id)
    .execute();
  await storeGroups(tx, template);
  await setDraftLists(tx, template, listIdsIn(template.draftDefinition));
  await indexWords(tx, findableOf(template), templateText(template));
}

/**
 * Notes whether the draft differs from the published version. The revision stays: documents have their own, and whoever
 * edits the fields meanwhile changed nothing that this did.
 */
export async function noteChanges(
  tx: Tx,
  { accountId, id }: Template,
  hasChanges: boolean,
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ has_changes: hasChanges ? 1 : 0 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}

/** Deletes a template that has no version. */
export async function deleteStoredTemplate(tx: Tx, template: Template): Promise<void> {
  await setDraftLists(tx, template, []);
  await storeGroups(tx, { ...template, groupIds: [] });
  await forgetWords(tx, findableOf(template));
  await tx
    .deleteFrom('templates')
    .where('account_id', '=', template.accountId)
    .where('id', '=', template.id)
    .execute();
}

const findableOf = ({ accountId, id }: Template) => ({ accountId, kind: 'template', id }) as const;

export async function findVersion(
  db: Reader,
  accountId: string,
  id: string,
): Promise<TemplateVersion | undefined> {
  const known = keptVersion(accountId, id);
  if (known) return known;
  const row = await db
    .selectFrom('template_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && keepVersion(accountId, toVersion(row), row.definition.length);
}

/**
 * Returns the definition of a version as it was published, with the fields that only a step of the review sees. What
 * {@link findVersion} returns is without them, so that nobody else can be shown them.
 */
export async function findWholeDefinition(
  db: Reader,
  accountId: string,
  id: string,
): Promise<JsonObject> {
  const row = await db
    .selectFrom('template_versions')
    .select(['definition', 'whole_definition'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? {} : JSON.parse(row.whole_definition ?? row.definition);
}

/** Returns the version of a template with this number. */
export async function findVersionNumbered(
  db: Reader,
  accountId: string,
  templateId: string,
  number: number,
): Promise<TemplateVersion | undefined> {
  const row = await db
    .selectFrom('template_versions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row && toVersion(row);
}

/** Returns the ids of the newest versions of a template, the newest first. */
export async function listNewestVersionIds(
  db: Reader,
  accountId: string,
  templateId: string,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('template_versions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** @param whole its definition, with the fields that only a step of the review sees */
export async function insertVersion(
  tx: Tx,
  accountId: string,
  version: TemplateVersion,
  whole: JsonObject,
): Promise<void> {
  await tx
    .insertInto('template_versions')
    .values({
      account_id: accountId,
      id: version.id,
      template_id: version.templateId,
      number: version.number,
      definition: JSON.stringify(version.definition),
      whole_definition: whole === version.definition ? null : JSON.stringify(whole),
      field_index: JSON.stringify(version.fields),
      published_at: version.publishedAt,
      published_by: version.publishedBy,
      search_marks: JSON.stringify(version.searchMarks),
    })
    .execute();
  await addVersionLists(tx, accountId, version, listIdsIn(version.definition));
  await setPublishedRules(tx, accountId, version.templateId, version.definition);
}

/** Returns the name of a template; undefined when there is none. */
export async function readTemplateName(
  db: Reader,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const row = await templateQuery(db, accountId, id)
    .clearSelect()
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

function templateQuery(db: Reader, accountId: string, id: string) {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id);
}

const groupsQuery = (db: Reader, accountId: string, templateId: string) =>
  db
    .selectFrom('template_groups')
    .select('group_id')
    .where('account_id', '=', accountId)
    .where('template_id', '=', templateId)
    .orderBy('group_id');

/** Keeps the copies that nodes of the version before rights per template read: who may fill the template in. */
export async function updateFillers(
  tx: Tx,
  template: Template,
  grants: readonly Grant[],
): Promise<void> {
  const fillers = grants.filter(({ fill }) => fill);
  const openToAll = fillers.some(({ subject }) => subject === 'everyone');
  const groupIds = fillers.filter(({ type }) => type === 'Group').map(({ subject }) => subject);
  await tx
    .updateTable('templates')
    .set({ open_to_all: openToAll ? 1 : 0 })
    .where('account_id', '=', template.accountId)
    .where('id', '=', template.id)
    .execute();
  await storeGroups(tx, { ...template, groupIds });
}

async function storeGroups(tx: Tx, template: Template): Promise<void> {
  await tx
    .deleteFrom('template_groups')
    .where('account_id', '=', template.accountId)
    .where('template_id', '=', template.id)
    .execute();
  await insertGroups(tx, template);
}

async function insertGroups(tx: Tx, { accountId, id, groupIds }: Template): Promise<void> {
  if (groupIds.length === 0) return;
  await tx
    .insertInto('template_groups')
    .values(groupIds.map((group) => ({ account_id: accountId, template_id: id, group_id: group })))
    .execute();
}

function changingColumns(template: Template) {
  return {
    name: template.name,
    name_key: fold(template.name),
    description: template.description ?? null,
    name_translations: template.nameTranslations ? JSON.stringify(template.nameTranslations) : null,
    status: template.status,
    draft_definition: JSON.stringify(template.draftDefinition),
    name_pattern: template.namePattern,
    open_to_all: template.openToAll ? 1 : 0,
    current_version_id: template.currentVersionId ?? null,
    updated_at: template.updatedAt,
    revision: template.revision,
    has_changes: template.hasChanges ? 1 : 0,
  } as const;
}

function toTemplate(row: Selectable<Tables['templates']>, groupIds: readonly string[]): Template {
  const draftDefinition: JsonObject = JSON.parse(row.draft_definition);
  const copiedFields: readonly Field[] | undefined =
    row.copied_fields === null ? undefined : JSON.parse(row.copied_fields);
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    description: row.description ?? undefined,
    nameTranslations: readNameTranslations(row.name_translations),
    status: row.status,
    draftDefinition,
    namePattern: row.name_pattern,
    openToAll: row.open_to_all === 1,
    groupIds,
    currentVersionId: row.current_version_id ?? undefined,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
    hasChanges: row.has_changes === 1,
    copiedFields,
  };
}

function toVersion(row: Selectable<Tables['template_versions']>): TemplateVersion {
  const definition: JsonObject = JSON.parse(row.definition);
  const fields: readonly Field[] = JSON.parse(row.field_index);
  return {
    id: row.id,
    templateId: row.template_id,
    number: row.number,
    definition,
    fields,
    publishedAt: row.published_at,
    publishedBy: row.published_by,
    searchMarks: row.search_marks === null ? {} : JSON.parse(row.search_marks),
  };
}
