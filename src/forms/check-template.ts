import type { Tx } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { isStorable } from '#kernel/text.ts';
import { checkDefinition } from './definition/check-definition.ts';
import { groupExists } from './form.store.ts';
import type { FormActor } from './form.ts';
import { checkName, normaliseId } from './form-rules.ts';
import { checkPattern } from './name-pattern.ts';
import type { Template, TemplateChanges } from './template.ts';

const MAX_TEMPLATE_NAME_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 2000;
const MAX_GROUPS = 1000;

type Changed = Partial<
  Pick<
    Template,
    'name' | 'description' | 'draftDefinition' | 'namePattern' | 'openToAll' | 'groupIds'
  >
>;

/** Returns the given properties as they are stored. @throws AppError `invalid-value`, `invalid-definition`. */
export async function checkTemplate(
  tx: Tx,
  by: FormActor,
  input: TemplateChanges,
): Promise<Changed> {
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
