import type { Reader } from '#db/database.ts';
import type { GroupsOfUser } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import { resolvePeople } from './chosen-people.ts';
import { type RowChooser, resolveRows } from './chosen-rows.ts';

/**
 * Returns the answers with rows of shared lists and people as they are stored.
 * @param stored the answers of the form before, which stay as they are
 * @param people those of them whose people stay
 * @throws AppError `invalid-answers`
 */
export async function resolveChoices(
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  chooser: RowChooser,
  definition: JsonObject,
  answers: JsonObject,
  stored: JsonObject = {},
  people: JsonObject = stored,
): Promise<JsonObject> {
  const rows = await resolveRows(deps, db, chooser, definition, answers, stored);
  return await resolvePeople(deps, db, chooser, definition, rows, people);
}
