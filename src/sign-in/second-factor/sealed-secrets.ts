import { type SealedPlace, sealedColumn } from '#db/sealed-place.ts';

export const secretContext = (accountId: string, userId: string): string =>
  `second factor ${accountId} ${userId}`;

/** From which authenticator apps make their codes. */
export const sealedSecondFactors: SealedPlace = sealedColumn({
  name: 'secrets of authenticator apps',
  table: 'second_factors',
  column: 'secret',
  id: 'user_id',
  contextOf: secretContext,
});
