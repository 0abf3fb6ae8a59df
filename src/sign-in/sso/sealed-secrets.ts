import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import { connectionContext } from './connection-item.ts';

/** Sealed client secrets of connections for single sign-on. */
export const sealedClientSecrets: SealedTexts = sealedColumn({
  name: 'client secrets of single sign-on',
  table: 'sso_connections',
  column: 'client_secret',
  id: 'id',
  contextOf: connectionContext,
});
