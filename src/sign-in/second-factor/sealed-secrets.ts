import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';

export const secondFactorContext = (accountId: string, userId: string): string =>
  `second factor ${accountId} ${userId}`;

/** Sealed secrets from which authenticator apps compute codes. */
export const sealedSecondFactors: SealedTexts = sealedColumn({
  name: 'secrets of authenticator apps',
  table: 'second_factors',
  column: 'secret',
  id: 'user_id',
  contextOf: secondFactorContext,
});
