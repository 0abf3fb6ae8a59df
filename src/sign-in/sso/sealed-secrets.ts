import { type SealedPlace, sealedColumn } from '#db/sealed-place.ts';
import { secretContext } from './connection-item.ts';

/** What connections of single sign-on show the identity provider. */
export const sealedClientSecrets: SealedPlace = sealedColumn({
  name: 'client secrets of single sign-on',
  table: 'sso_connections',
  column: 'client_secret',
  id: 'id',
  contextOf: secretContext,
});
