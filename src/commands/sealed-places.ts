import { sealedHeads } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import type { SealedPlace, SealedText } from '#db/sealed-place.ts';
import { sealedNames } from '#directory/index.ts';
import { sealedNotices } from '#notices/index.ts';
import { sealedClientSecrets, sealedSecondFactors } from '#sign-in/index.ts';
import { sealedWebhookSecrets } from '#webhooks/index.ts';

/** Everything that is stored sealed, except the keys of access tokens. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  ...sealedWebhookSecrets,
  sealedClientSecrets,
  sealedSecondFactors,
  sealedNotices,
  sealedNames,
  ...sealedHeads,
];

const PAGE = 500;

/** Lists all sealed texts. */
export async function* listSealed(db: Reader): AsyncGenerator<SealedText> {
  for (const place of SEALED_PLACES) {
    let page = await place.list(db, undefined, PAGE);
    while (page.length > 0) {
      yield* page;
      page = await place.list(db, page.at(-1), PAGE);
    }
  }
}
