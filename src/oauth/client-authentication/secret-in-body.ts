import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { fail } from '#kernel/errors.ts';
import { readParameter } from '#oauth/client-request.ts';
import type { ClientAuthenticationMethod } from './method.ts';

/** client_secret_post: client_id and client_secret in the body (RFC 6749 §2.3.1). */
export const secretInBody = ({
  db,
  credentials,
}: {
  readonly db: Database;
  readonly credentials: Credentials;
}): ClientAuthenticationMethod => ({
  isUsedBy: (request) => readParameter(request, 'client_secret') !== undefined,
  async authenticate(request) {
    const clientId = readParameter(request, 'client_id');
    if (clientId === undefined) throw fail('credentials-invalid', 'client_id is missing.');
    const clientSecret = readParameter(request, 'client_secret') ?? '';
    return credentials.checkClientSecret(db.reader, clientId, clientSecret);
  },
});
