import type { Database, Tx } from '#db/database.ts';
import type { SealedPlace, SealedText } from '#db/sealed-place.ts';
import { createSeal, createSealOf } from '#kernel/seal.ts';
import type { MasterKey } from './master-keys.ts';

/** Texts in one transaction, for which other writes on SQLite wait. */
const BATCH = 100;

/**
 * Seals with the first of the keys whatever another one of them opens; what none of them opens stays as it is, and
 * doctor names it.
 * @returns how many texts were moved
 */
export async function moveSealedTexts(
  db: Database,
  place: SealedPlace,
  [to, ...former]: readonly [MasterKey, ...MasterKey[]],
): Promise<number> {
  const own = createSeal(to.key);
  const others = createSealOf(() => former.map(({ key }) => key));
  const moveOne = async (tx: Tx, text: SealedText): Promise<number> => {
    const { context, sealed } = text;
    const opened = own.open(context, sealed) ?? others.open(context, sealed);
    const moved = opened === undefined ? sealed : own.seal(context, opened);
    if (moved === sealed) return 0;
    // Not there as it was read: whoever changed it sealed it anew, and the next round looks at it.
    return (await place.replace(tx, text, moved)) ? 1 : 0;
  };
  let total = 0;
  let last: SealedText | undefined;
  for (;;) {
    const texts = await place.list(db.reader, last, BATCH);
    if (texts.length === 0) return total;
    last = texts.at(-1);
    total += await db.transaction(async (tx) => {
      let moved = 0;
      for (const text of texts) moved += await moveOne(tx, text);
      return moved;
    });
  }
}
