import type { Reader } from '#db/database.ts';
import type { GroupsOfUser, Viewer } from '#form-basics/index.ts';
import { selectEditable, subjectsOf } from '#templates/index.ts';
import { type Visibility, visibilityOf } from './visibility.ts';

/** The deleted forms that somebody may see: visible ones of these templates. */
export interface Restorable {
  readonly visibility: Visibility;
  readonly templateIds: readonly string[];
}

/** Returns the deleted forms that a viewer may restore, by the rule that form-access.ts has for one form. */
export async function restorableBy(
  db: Reader,
  directory: GroupsOfUser,
  viewer: Viewer,
): Promise<Restorable> {
  const subjects = await subjectsOf(db, directory, viewer);
  return {
    visibility: await visibilityOf(db, directory, viewer),
    templateIds: await selectEditable(db, viewer.accountId, subjects),
  };
}
