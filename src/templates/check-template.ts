import type { Tx } from '#db/database.ts';
import {
  checkName,
  type FormActor,
  groupExists,
  normaliseId,
  type Template,
  type TemplateChanges,
} from '#form-basics/index.ts';
import { fail } from '#kernel/errors.ts';
import type { JsonObject } from '#kernel/json.ts';
import { isStorable } from '#kernel/text.ts';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { checkPattern } from '#questionnaires/naming/check-name-pattern.ts';
import { nameFields } from '#questionnaires/naming/name-fields.ts';

const MAX_TEMPLATE_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2000;
const MAX_GROUPS = 1000;

type Changed = Partial<
  Pick<
    Template,
    'name' | 'description' | 'draftDefinition' | 'namePattern' | 'openToAll' | 'groupIds'
  >
>;

/**
 * Returns the given properties as they are stored. @throws AppError `invalid-value`, `invalid-definition`.
 * @param before the template that is changed; left out for a new one
 */
export async function checkTemplate(
  tx: Tx,
  by: FormActor,
  input: TemplateChanges,
  before?: Pick<Template, 'namePattern' | 'draftDefinition'>,
): Promise<Changed> {
  const { name, description, definition, namePattern, openToAll, groupIds } = input;
  if (definition !== undefined) checkDefinition(definition);
  return {
    ...(name !== undefined && { name: checkName(name, MAX_TEMPLATE_NAME_LENGTH) }),
    ...(description !== undefined && { description: checkDescription(description ?? '') }),
    ...(definition !== undefined && { draftDefinition: definition }),
    ...(namePattern !== undefined && {
      namePattern: checkNamePattern(namePattern, definition, before),
    }),
    ...(openToAll !== undefined && { openToAll }),
    ...(groupIds !== undefined && { groupIds: await checkGroups(tx, by.accountId, groupIds) }),
  };
}

/** A pattern that the template has already may stay: its fields may have been deleted since, which publishing reports. */
function checkNamePattern(
  pattern: string,
  definition: JsonObject | undefined,
  before: Pick<Template, 'namePattern' | 'draftDefinition'> | undefined,
): string {
  if (pattern === before?.namePattern) return pattern;
  const fields = nameFields(definition ?? before?.draftDefinition ?? {});
  return checkPattern(
    pattern,
    fields.map(({ name }) => name),
  );
}

function checkDescription(description: string): string | undefined {
  if (description.length > MAX_DESCRIPTION_LENGTH || !isStorable(description)) {
    throw fail(
      'invalid-value',
      `The description must be text of at most ${MAX_DESCRIPTION_LENGTH} characters.`,
      { at: 'description', because: { reason: 'too-long', limit: MAX_DESCRIPTION_LENGTH } },
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
    throw fail('invalid-value', `A template can be shared with at most ${MAX_GROUPS} groups.`, {
      because: { reason: 'too-many-items', limit: MAX_GROUPS },
      at: 'groupIds',
    });
  }
  const distinct = [...new Set(groupIds)].sort();
  for (const id of distinct) {
    if (normaliseId(id) === id && (await groupExists(tx, accountId, id))) continue;
    const shown = JSON.stringify(id.slice(0, 100).toWellFormed());
    throw fail('invalid-value', `There is no group with the id ${shown}.`, {
      at: 'groupIds',
      because: { reason: 'unknown-group' },
    });
  }
  return distinct;
}
