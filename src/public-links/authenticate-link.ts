import type { Database } from '#db/database.ts';
import type { LinkPrincipal } from '#http/endpoint.ts';
import type { Clock } from '#kernel/clock.ts';
import { findSession } from './link-session.store.ts';
import { hashOf } from './link-token.ts';
import { sessionEnded } from './visit.ts';

const SESSION = /^([a-z0-9]{1,40})\.[A-Za-z0-9_-]{43}$/;

/** Returns the function that turns the session of a public link into a principal. It throws AppError `token-invalid`. */
export const createLinkAuthenticator =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  async (text: string): Promise<LinkPrincipal> => {
    const accountCode = SESSION.exec(text)?.[1];
    const hash = hashOf(text);
    const session =
      accountCode && (await findSession(db.reader, { accountCode, hash }, clock.now()));
    if (!session) throw sessionEnded();
    const { accountId, linkId } = session;
    return { kind: 'link', accountId, accountCode, scheme: 'Link', linkId, sessionHash: hash };
  };
