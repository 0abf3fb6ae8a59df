import { sealedClientSecrets } from '#account/index.ts';
import { sealedHeads } from '#audit/index.ts';
import type { SealedPlace } from '#db/sealed-place.ts';
import { sealedNames } from '#directory/index.ts';
import { sealedNotices } from '#notices/index.ts';
import { sealedWebhookSecrets } from '#webhooks/index.ts';

/** Everything that is kept sealed, but for the keys of access tokens. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  ...sealedWebhookSecrets,
  sealedClientSecrets,
  sealedNotices,
  sealedNames,
  ...sealedHeads,
];
