import type { Database, Tx } from '#db/database.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Random } from '#kernel/ids.ts';
import { lockKeys, selectAllAccountIds, selectKeys, setWrapped } from './key.store.ts';
import { keyContext } from './key-row.ts';
import { readSealingId, writeSealingId } from './master-key.store.ts';
import type { MasterKey, MasterKeys } from './master-keys.ts';
import { createWrapper, createWrapperOf, wrappedBy } from './wrapping.ts';

export interface MoveKeysDeps {
  readonly db: Database;
  readonly random: Random;
  readonly audit: { readonly append: AppendAudit<Tx> };
  readonly masterKeys: MasterKeys;
}

/**
 * Makes a master key the one that seals, and wraps the stored keys with it. Can be repeated to move the rest: a node
 * that did not know the new key yet may have made a key.
 * @param check throws when a node could not open what is wrapped now; it also sees nodes that are starting
 * @returns how many keys were moved
 * @throws MasterKeyError when a stored key is wrapped by a master key that is not on this machine
 */
export async function moveToMasterKey(
  { db, random, audit, masterKeys }: MoveKeysDeps,
  to: MasterKey,
  via: Actor['via'],
  check: (tx: Tx) => Promise<void>,
): Promise<number> {
  const any = createWrapperOf(masterKeys, random);
  const own = createWrapper(to, random);
  return db.transaction(async (tx) => {
    await lockKeys(tx);
    await check(tx);
    const others = (await selectKeys(tx)).filter(({ wrapped }) => wrappedBy(wrapped) !== to.id);
    for (const row of others) {
      const context = keyContext(row);
      await setWrapped(tx, row.kid, own.wrap(any.unwrap(row.wrapped, context), context));
    }
    if ((await readSealingId(tx)) !== to.id) {
      await writeSealingId(tx, to.id);
      for (const accountId of await selectAllAccountIds(tx)) {
        const event = { action: 'key.rewrap', detail: { masterKey: to.id } };
        await audit.append(tx, { accountId, via }, event);
      }
    }
    return others.length;
  });
}
