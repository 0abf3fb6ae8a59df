import type { Reader } from '#db/database.ts';
import { findUserLabel, type GroupsOfUser, groupExists, type Viewer } from '#form-basics/index.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DefinitionFault } from '#questionnaires/definition/filter-definition.ts';
import { reviewersIn, reviewPolicyIn } from '#questionnaires/definition/review-policy.ts';
import { faultsOfLists } from './lists/check-lists.ts';
import { faultsOfPeople } from './lists/check-people.ts';

/** Returns the faults of a definition that only the storage knows: of its shared lists, its groups, and its reviewers. */
export const faultsOfStored = async (
  deps: { readonly directory: GroupsOfUser },
  db: Reader,
  viewer: Viewer,
  definition: JsonObject,
): Promise<readonly DefinitionFault[]> => [
  ...(await faultsOfLists(deps, db, viewer, definition)),
  ...(await faultsOfPeople(db, viewer.accountId, definition)),
  ...(await faultsOfReviewers(db, viewer.accountId, definition)),
];

/** Returns the faults of users and groups that do not exist. */
async function faultsOfReviewers(
  db: Reader,
  accountId: string,
  definition: JsonObject,
): Promise<readonly DefinitionFault[]> {
  const policy = reviewPolicyIn(definition);
  if (policy === undefined) return [];
  const { users, groups } = reviewersIn(policy);
  const missing: string[] = [];
  for (const id of new Set(users)) {
    if ((await findUserLabel(db, accountId, id)) === undefined) missing.push(id);
  }
  for (const id of new Set(groups)) {
    if (!(await groupExists(db, accountId, id))) missing.push(id);
  }
  return missing.map((id) => ({
    at: 'review',
    kind: 'unknownReviewer',
    values: { id },
    text: `There is no user or group with the id ${id} to review forms. Choose another one.`,
  }));
}
