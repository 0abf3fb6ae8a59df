import { type SealedPlace, sealedColumn } from '#db/sealed-place.ts';
import { secretContext } from './connection-item.ts';

/** Sealed client secrets of connections for single sign-on. */
export const sealedClientSecrets: SealedPlace = sealedColumn({
  name: 'client secrets of single sign-on',
  table: 'sso_connections',
  column: 'client_secret',
  id: 'id',
  contextOf: secretContext,
});
