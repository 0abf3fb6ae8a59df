// People of the directory whom answers name. Who is there, and in which group, is known only to the storage.
import type { Reader } from '#db/database.ts';
import { findActiveUsers, type GroupsOfUser } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { ValueFault } from '#questionnaires/answers/answer-faults.ts';
import { isOfList, type PeopleShape, shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { MAX_FAULTS } from '#questionnaires/answers/guard-answers.ts';
import { invalidAnswers } from '#questionnaires/answers/invalid-answers.ts';
import type { RowChooser } from './chosen-rows.ts';
import {
  type ChosenAnswer,
  chosenIn,
  chosenKey,
  faultOfChosen,
  withChosen,
} from './chosen-values.ts';

/**
 * Returns the answers with people as they are stored: the name is that of the directory now. Who is stored already stays
 * as they are, even when they have left.
 * @param stored the answers whose people stay
 * @throws AppError `invalid-answers` for somebody who is not active or not in the group of the field, and for anybody whom
 *   somebody without an account chose
 */
export async function resolvePeople(
  { directory }: { readonly directory: GroupsOfUser },
  db: Reader,
  chooser: RowChooser,
  definition: JsonObject,
  answers: JsonObject,
  stored: JsonObject,
): Promise<JsonObject> {
  const members = shapesOf(definition);
  const known = new Set(chosenIn(members, stored).map(chosenKey));
  const chosen = chosenIn(members, answers)
    .filter(isPerson)
    .filter((each) => !known.has(chosenKey(each)));
  if (chosen.length === 0) return answers;
  const { accountId } = chooser;
  const ids = [...new Set(chosen.map(({ value }) => value.key.toLowerCase()))];
  // Visitors of a link see nobody of the directory, so that an id of theirs is a guess.
  const names = 'linkId' in chooser ? new Map() : await findActiveUsers(db, accountId, ids);
  const groups = new Map<string, ReadonlySet<string>>();
  const next = new Map<string, JsonObject>();
  const wrong: ChosenAnswer[] = [];
  for (const each of chosen) {
    const key = each.value.key.toLowerCase();
    const name = names.get(key);
    const { group } = each.shape;
    if (name !== undefined && group !== '' && !groups.has(key)) {
      groups.set(key, new Set(await directory.groupIdsOf(db, accountId, key)));
    }
    if (name !== undefined && (group === '' || groups.get(key)?.has(group) === true)) {
      next.set(each.at, { key, label: name, seq: 0 });
    } else wrong.push(each);
  }
  if (wrong.length === 0) return withChosen(answers, '', next);
  throw invalidAnswers(wrong.slice(0, MAX_FAULTS).map((each) => faultOfChosen(each, UNKNOWN)));
}

const isPerson = (each: ChosenAnswer): each is ChosenAnswer<PeopleShape> => !isOfList(each.shape);

const UNKNOWN: ValueFault = {
  kind: 'choice',
  rule: 'known-person',
  text: 'This person cannot be chosen: they are not active, or not in the group that the field asks for. Choose again.',
};
