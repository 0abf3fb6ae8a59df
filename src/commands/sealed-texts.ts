import { sealedAcmeItems } from '#acme/index.ts';
import { sealedHeads } from '#audit/index.ts';
import type { Reader } from '#db/database.ts';
import type { SealedText, SealedTexts } from '#db/sealed-texts.ts';
import { sealedNames } from '#directory/index.ts';
import { sealedIdempotentAnswers } from '#idempotency/index.ts';
import { sealedMails } from '#mail-queue/index.ts';
import { sealedLinks } from '#public-links/index.ts';
import { sealedPushKey, sealedSubscriptions } from '#push/index.ts';
import { sealedClientSecrets, sealedSecondFactors } from '#sign-in/index.ts';
import { sealedWebhookSecrets } from '#webhooks/index.ts';

/** Everything that is stored sealed, except the keys of access tokens. */
export const ALL_SEALED_TEXTS: readonly SealedTexts[] = [
  ...sealedWebhookSecrets,
  sealedClientSecrets,
  sealedSecondFactors,
  sealedMails,
  sealedNames,
  sealedLinks,
  ...sealedHeads,
  sealedIdempotentAnswers,
  sealedAcmeItems,
  sealedPushKey,
  sealedSubscriptions,
];

const PAGE = 500;

/** Lists all sealed texts. */
export async function* listSealed(db: Reader): AsyncGenerator<SealedText> {
  for (const sealedTexts of ALL_SEALED_TEXTS) {
    let page = await sealedTexts.list(db, undefined, PAGE);
    while (page.length > 0) {
      yield* page;
      page = await sealedTexts.list(db, page.at(-1), PAGE);
    }
  }
}
