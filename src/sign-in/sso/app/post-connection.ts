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
import {
  readSentMetadata,
  refuseOtherKind,
  requireRegistration,
} from '#sign-in/sso/kind-fields.ts';
import { requireOwnPeople, storedCredentials } from '#sign-in/sso/people.ts';
import { providerColumns } from '#sign-in/sso/saml-provider.ts';
import {
  type NewSsoConnection,
  NewSsoConnectionBody,
  SsoConnection,
} from '#sign-in/sso/sso.shapes.ts';
import { insertConnection, selectConnection, selectConnections } from '#sign-in/sso/sso.store.ts';

const MOST_CONNECTIONS = 100;

/** POST /app/v1/sso-connections: creates a connection to an identity provider (OpenID Connect or SAML). */
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
        'Formstead recognises users by one rule: a claim of the ID token (with SAML the NameID or an attribute) must equal a SCIM attribute. A SAML connection can be created without metadata, so that its addresses can be entered at the identity provider first: it is off until it has them. `GET /app/v1/sso-connections/{id}/duplicates` lists the users whom it can’t tell apart.',
      responses: { 201: { description: 'Connected.', schema: SsoConnection } },
    },
    async handle(request) {
      const input = safeRuleOf(request.body);
      requireLastingClaim(input);
      const { kind = 'oidc', name, claim, attribute, credentialIds = [] } = input;
      refuseOtherKind(kind, input);
      const { db, ids, clock, audit } = deps;
      const { accountId, accountCode } = request.principal;
      // The id starts with the account's code, so that a lookup at sign-in searches no accounts.
      const id = `${accountCode}-${ids.next()}`;
      const own =
        kind === 'saml' ? await samlColumns(deps, input) : oidcColumns(deps, accountId, id, input);
      const row = {
        ...{ account_id: accountId, id, kind, name, claim, attribute, ...own },
        credential_ids: storedCredentials(credentialIds),
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

function oidcColumns(
  { seal }: SignInDeps,
  accountId: string,
  id: string,
  { enabled = true, ...input }: NewSsoConnection,
) {
  const { issuer, clientId, clientSecret } = requireRegistration(input);
  return {
    issuer,
    client_id: clientId,
    client_secret: seal.seal(connectionContext(accountId, id), clientSecret),
    enabled: enabled ? 1 : 0,
  } as const;
}

async function samlColumns(
  { outbound, clock }: SignInDeps,
  { enabled = true, ...input }: NewSsoConnection,
) {
  const sent = await readSentMetadata(outbound, input);
  return {
    ...{ issuer: '', client_id: '', client_secret: '' },
    ...(sent && providerColumns(sent.provider, sent.url, clock.now())),
    enabled: sent && enabled ? 1 : 0,
  } as const;
}
