import type { Credentials } from '#credentials/index.ts';
import type { Database } from '#db/database.ts';
import { malformed, readParameter } from '#oauth/client-request.ts';
import { type ClientAuthenticationMethod, refusedAsNobody } from './method.ts';

/** client_secret_basic: client_id and client_secret in the Authorization header (RFC 6749 §2.3.1). */
export const secretInHeader = ({
  db,
  credentials,
}: {
  readonly db: Database;
  readonly credentials: Credentials;
}): ClientAuthenticationMethod => ({
  isUsedBy: ({ headers }) => headers['authorization'] !== undefined,
  async authenticate(request) {
    const sent = parseBasic(request.headers['authorization'] ?? '');
    if (!sent) return refusedAsNobody('malformed-header');
    const named = readParameter(request, 'client_id');
    if (named !== undefined && named !== sent.clientId) {
      throw malformed('client_id in the body is another one than in the Authorization header.');
    }
    return credentials.checkClientSecret(db.reader, sent.clientId, sent.clientSecret);
  },
});

interface BasicCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const BASIC = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses Basic credentials; returns undefined for anything that is not well-formed. Each half is form-encoded before
 * the colon is put between them, so that an id may hold a colon.
 */
export function parseBasic(header: string): BasicCredentials | undefined {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    const text = utf8.decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    if (colon === -1) return undefined;
    return {
      clientId: formDecoded(text.slice(0, colon)),
      clientSecret: formDecoded(text.slice(colon + 1)),
    };
  } catch {
    // Not UTF-8, or a percent sign that encodes nothing.
    return undefined;
  }
}

const formDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
