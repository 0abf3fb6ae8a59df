import type { Reader } from '#db/database.ts';
import { groupExists } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import { questionsOf, textIn } from '#questionnaires/definition/questions.ts';

const peopleIn = (definition: JsonObject) =>
  questionsOf(definition).filter(({ type }) => type === 'person');

/** Returns whether a definition asks for people, of whom visitors of a public link see nobody. */
export const asksForPeople = (definition: JsonObject): boolean => peopleIn(definition).length > 0;

/** Returns whether a definition offers the members of a group. */
export const offersGroup = (definition: JsonObject, group: string): boolean =>
  peopleIn(definition).some(({ question }) => textIn(question, 'group') === group);

/** Returns the faults of people who are chosen from a group that does not exist. */
export async function faultsOfPeople(
  db: Reader,
  accountId: string,
  definition: JsonObject,
): Promise<readonly DefinitionFault[]> {
  const faults: DefinitionFault[] = [];
  const known = new Map<string, boolean>();
  for (const { at, question } of peopleIn(definition)) {
    const id = textIn(question, 'group');
    if (id === '') continue;
    if (!known.has(id)) known.set(id, await groupExists(db, accountId, id));
    if (known.get(id) === true) continue;
    const text = 'There is no such group. Choose another one, or offer all people.';
    faults.push({ at: `${at}.group`, kind: 'unknownGroup', text });
  }
  return faults;
}

/** Returns the faults of fields that ask for people in a template with a public link. */
export const faultsOfOpenPeople = (definition: JsonObject): readonly DefinitionFault[] =>
  peopleIn(definition).map(({ at }) => ({
    at,
    kind: 'personInLink',
    text: 'The template has a public link, and people without an account may see nobody of the directory. Remove this field, or end the links of the template first.',
  }));
