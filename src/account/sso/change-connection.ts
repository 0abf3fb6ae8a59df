import type { AccountDeps } from '#account/account-deps.ts';
import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import { type Endpoint, endpoint } from '#http/endpoint.ts';
import { parseInput } from '#http/input.ts';
import { fail } from '#kernel/errors.ts';
import {
  noConnection,
  requireSafeRule,
  secretContext,
  toConnectionItem,
} from './connection-item.ts';
import { requireOwnPeople, storedCredentials } from './people.ts';
import { requireAnotherWayIn } from './require-way-in.ts';
import { SsoConnection, type SsoConnectionChange, SsoConnectionChangeBody } from './sso.shapes.ts';
import { type SsoRow, selectConnection, updateConnection } from './sso.store.ts';

/** PATCH /app/v1/sso-connections/:id: changes a connection, or turns it off. */
export const changeConnection = (deps: AccountDeps): Endpoint =>
  endpoint({
    method: 'PATCH',
    path: '/app/v1/sso-connections/:id',
    protocol: 'problem',
    access: { session: true, role: 'admin', confirmed: true },
    limit: 'api',
    body: 'json',
    doc: {
      summary: 'Change a connection for single sign-on',
      tag: 'Single sign-on',
      body: SsoConnectionChangeBody,
      responses: {
        200: { description: 'As it is now.', schema: SsoConnection },
        404: { description: 'There is no such connection.' },
        409: { description: 'It is the last way in while single sign-on is the only one.' },
      },
    },
    async handle(request) {
      const input = parseInput(SsoConnectionChangeBody, request.body);
      requireSafeRule(input);
      const { db, audit } = deps;
      const { accountId } = request.principal;
      const id = request.params['id'] ?? '';
      const body = await db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if (input.enabled === false) await requireAnotherWayIn(deps, tx, accountId, id);
        if (input.clientSecret === undefined)
          requireSameIssuer(await selectConnection(tx, accountId, id), input);
        const change = columnsOf(deps, { accountId, id }, input);
        const changed = Object.keys(change);
        if (changed.length > 0) await updateConnection(tx, accountId, id, withProof(change));
        // Behind the write, so that it is as it is now, whoever else changed or deleted it at the same moment.
        const connection = await selectConnection(tx, accountId, id);
        if (!connection) throw noConnection();
        if (input.credentialIds !== undefined) await requireOwnPeople(deps, tx, accountId, id);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'sso.change',
          targetType: 'SsoConnection',
          targetId: id,
          detail: { changed },
        });
        return toConnectionItem(deps, connection);
      });
      return { status: 200, body };
    },
  });

function columnsOf(
  { seal }: Pick<AccountDeps, 'seal'>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  { clientId, clientSecret, credentialIds, enabled, ...rest }: SsoConnectionChange,
) {
  return {
    ...rest,
    ...(clientId !== undefined && { client_id: clientId.trim() }),
    ...(credentialIds !== undefined && { credential_ids: storedCredentials(credentialIds) }),
    ...(clientSecret !== undefined && {
      client_secret: seal.seal(secretContext(accountId, id), clientSecret.trim()),
    }),
    ...(enabled !== undefined && ({ enabled: enabled ? 1 : 0 } as const)),
  };
}

/** With another one of these, nobody has signed in yet. */
const UNPROVEN_BY = [
  'issuer',
  'client_id',
  'client_secret',
  'claim',
  'attribute',
  'credential_ids',
];

const withProof = (change: ReturnType<typeof columnsOf>) => ({
  ...change,
  ...(UNPROVEN_BY.some((name) => Object.hasOwn(change, name)) && { last_sign_in_at: null }),
});

/**
 * The secret was given to one provider: it is not handed to whatever address stands there next.
 * @throws AppError `invalid-value` at `clientSecret`
 */
function requireSameIssuer(
  before: SsoRow | undefined,
  { issuer }: { readonly issuer?: string | undefined },
): void {
  if (!before || issuer === undefined || issuer === before.issuer) return;
  throw fail('invalid-value', 'With another issuer, the client secret has to be entered again.', {
    at: 'clientSecret',
  });
}
