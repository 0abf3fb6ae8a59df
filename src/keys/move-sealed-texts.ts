import type { Database, Tx } from '#db/database.ts';
import type { SealedText, SealedTexts } from '#db/sealed-texts.ts';
import { createSeal, createSealOf } from '#kernel/seal.ts';
import type { MasterKey } from './master-keys.ts';

/** Texts per transaction; on SQLite, other writes wait for it. */
const BATCH = 100;

/**
 * Seals again, with the first key, every text that another of the keys opens. A text that none of them opens stays as
 * it is, and `formstead doctor` reports it.
 * @returns how many texts were moved
 */
export async function moveSealedTexts(
  db: Database,
  sealedTexts: SealedTexts,
  [to, ...former]: readonly [MasterKey, ...MasterKey[]],
): Promise<number> {
  const own = createSeal(to.key);
  const others = createSealOf(() => former.map(({ key }) => key));
  const moveOne = async (tx: Tx, text: SealedText): Promise<number> => {
    const { context, sealed } = text;
    const opened = own.open(context, sealed) ?? others.open(context, sealed);
    const moved = opened === undefined ? sealed : own.seal(context, opened);
    if (moved === sealed) return 0;
    // If the text has changed, its writer sealed it again, and the next round checks it.
    return (await sealedTexts.replace(tx, text, moved)) ? 1 : 0;
  };
  let total = 0;
  let last: SealedText | undefined;
  for (;;) {
    const texts = await sealedTexts.list(db.reader, last, BATCH);
    if (texts.length === 0) return total;
    last = texts.at(-1);
    total += await db.transaction(async (tx) => {
      let moved = 0;
      for (const text of texts) moved += await moveOne(tx, text);
      return moved;
    });
  }
}
