import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import {
  connectionContext,
  noConnection,
  requireLastingClaim,
  safeRuleOf,
  toConnectionItem,
} from '#sign-in/sso/connection-item.ts';
import { recordOf } from '#sign-in/sso/difference-of.ts';
import { requireOwnPeople, storedCredentials } from '#sign-in/sso/people.ts';
import { NewSsoConnectionBody, SsoConnection } from '#sign-in/sso/sso.shapes.ts';
import { insertConnection, selectConnection, selectConnections } from '#sign-in/sso/sso.store.ts';

const MOST_CONNECTIONS = 100;

/** POST /app/v1/sso-connections: creates a connection to an identity provider (OpenID Connect). */
export const postConnection = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/sso-connections',
    role: 'admin',
    confirmed: true,
    body: NewSsoConnectionBody,
    doc: {
      summary: 'Connect an identity provider for single sign-on',
      tag: 'Single sign-on',
      description:
        'Formstead recognises users by one rule: a claim of the ID token must equal a SCIM attribute. `GET /app/v1/sso-connections/{id}/duplicates` lists the users whom it can’t tell apart.',
      responses: { 201: { description: 'Connected.', schema: SsoConnection } },
    },
    async handle(request) {
      const input = safeRuleOf(request.body);
      requireLastingClaim(input);
      const { db, ids, clock, seal, audit } = deps;
      const { accountId, accountCode } = request.principal;
      // The id starts with the account's code, so that a lookup at sign-in searches no accounts.
      const id = `${accountCode}-${ids.next()}`;
      const { name, claim, attribute, credentialIds = [], enabled = true } = input;
      // Copied values often have a space at an end.
      const { issuer } = input;
      const [clientId, clientSecret] = [input.clientId.trim(), input.clientSecret.trim()];
      const row = {
        account_id: accountId,
        id,
        name,
        issuer,
        client_id: clientId,
        client_secret: seal.seal(connectionContext(accountId, id), clientSecret),
        claim,
        attribute,
        credential_ids: storedCredentials(credentialIds),
        enabled: enabled ? 1 : 0,
        created_at: clock.now(),
      } as const;
      const body = await db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if ((await selectConnections(tx, accountId)).length >= MOST_CONNECTIONS) {
          throw fail(
            'too-many',
            `An account can have at most ${MOST_CONNECTIONS} connections. Remove one first.`,
            {
              because: { reason: 'most-items', limit: MOST_CONNECTIONS },
            },
          );
        }
        await insertConnection(tx, row);
        await requireOwnPeople(deps, tx, accountId, id);
        const made = await selectConnection(tx, accountId, id);
        if (!made) throw noConnection();
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'sso.create',
          targetType: 'SsoConnection',
          targetId: id,
          detail: recordOf(made),
        });
        return toConnectionItem(deps, made);
      });
      return { status: 201, body };
    },
  });
