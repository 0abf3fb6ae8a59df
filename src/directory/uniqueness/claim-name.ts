// A name is free if no other user, or no other group, has it in any spelling that differs in white space (decision 88).
// A request that writes one gives its row the collapsed key first: the unique index then makes all who write the same name
// wait for each other, and only one of them finds it free.
import type { Tx } from '#db/database.ts';
import {
  groupNameTaken,
  insertGroup,
  requireFreeGroupName,
  type StoredGroup,
  updateGroup,
} from '#directory/rows/groups.store.ts';
import type { Group, User } from '#directory/rows/records.ts';
import { nameTaken, requireFreeName } from '#directory/rows/user-names.store.ts';
import { insertUser, type StoredUser, updateUser } from '#directory/rows/users.store.ts';
import { collapse, fold } from '#kernel/text.ts';

/** @throws AppError `user-name-taken`, `break-glass-user` */
export async function insertNamedUser(tx: Tx, row: StoredUser): Promise<void> {
  const { account_id: accountId, id, user_name_key: key } = row;
  const name = collapse(key);
  const [isInserted] = await Promise.all([
    insertUser(tx, { ...row, user_name_key: name }),
    requireFreeName(tx, accountId, key, id),
  ]);
  if (!isInserted) throw nameTaken({});
  if (name !== key) await updateUser(tx, { accountId, id }, { user_name_key: key });
}

/** Makes a name that of a locked user; the caller stores its key. @throws as `insertNamedUser` */
export async function claimUserName(tx: Tx, user: User, key: string): Promise<void> {
  const { accountId, id } = user;
  await requireFreeName(tx, accountId, key, id);
  await updateUser(tx, user, { user_name_key: collapse(key) });
  await requireFreeName(tx, accountId, key, id);
}

/** @throws AppError `group-name-taken` */
export async function insertNamedGroup(tx: Tx, row: StoredGroup): Promise<void> {
  const { account_id: accountId, id, display_name_key: key } = row;
  const name = collapse(key);
  if (!(await insertGroup(tx, { ...row, display_name_key: name }))) throw groupNameTaken();
  await requireFreeGroupName(tx, { accountId, id, key });
  if (name !== key) await updateGroup(tx, { accountId, id }, { display_name_key: key });
}

/** Makes a name that of a locked group; the caller stores its key. @throws as `insertNamedGroup` */
export async function claimGroupName(tx: Tx, group: Group, key: string): Promise<void> {
  const { accountId, id, displayName } = group;
  if (key === fold(displayName)) return;
  await requireFreeGroupName(tx, { accountId, id, key });
  await updateGroup(tx, group, { display_name_key: collapse(key) });
  await requireFreeGroupName(tx, { accountId, id, key });
}
