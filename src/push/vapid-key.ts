import type { Database } from '#db/database.ts';
import type { SealedTexts } from '#db/sealed-texts.ts';
import { isObject } from '#kernel/json.ts';
import { parseJson } from '#kernel/parse-json.ts';
import type { Seal } from '#kernel/seal.ts';
import { makeVapidKey, type VapidKey, vapidKeyOf } from './vapid.ts';
import { insertPushKey, readPushKey, replacePushKey } from './vapid-key.store.ts';

const NAME = 'vapid';
const CONTEXT = 'push vapid';

/**
 * Returns the key of this installation, and makes it when it is first needed. All subscriptions are bound to it, so that
 * it is never replaced.
 * @throws Error when another master key sealed it
 */
export async function readVapidKey(
  { reader }: Pick<Database, 'reader'>,
  seal: Seal,
): Promise<VapidKey> {
  const stored = await readPushKey(reader, NAME);
  if (stored !== undefined) return open(seal, stored);
  await insertPushKey(reader, {
    name: NAME,
    sealed: seal.seal(CONTEXT, JSON.stringify(makeVapidKey().privateJwk)),
  });
  // Another node may have made one meanwhile.
  return open(seal, (await readPushKey(reader, NAME)) ?? '');
}

function open(seal: Seal, sealed: string): VapidKey {
  const text = seal.open(CONTEXT, sealed);
  const jwk = text === undefined ? undefined : parseJson(Buffer.from(text));
  if (isObject(jwk)) return vapidKeyOf(jwk);
  throw new Error('the key of web push was sealed with another master key');
}

/** The key, for a move to another master key. */
export const sealedPushKey: SealedTexts = {
  name: 'key of web push',
  async list(db, after) {
    const sealed = after === undefined ? await readPushKey(db, NAME) : undefined;
    return sealed === undefined ? [] : [{ accountId: '', id: NAME, context: CONTEXT, sealed }];
  },
  replace: (db, { id, sealed }, after) => replacePushKey(db, { name: id, sealed }, after),
};
