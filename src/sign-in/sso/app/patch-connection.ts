import { actorOf } from '#audit/index.ts';
import { lockAccount } from '#db/account-lock.ts';
import type { Reader, Tx } from '#db/database.ts';
import { keepAdminWayIn } from '#directory/index.ts';
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
import { differenceOf } from '#sign-in/sso/difference-of.ts';
import { readSentMetadata, refuseOtherKind, type SentMetadata } from '#sign-in/sso/kind-fields.ts';
import { requireOwnPeople, storedCredentials } from '#sign-in/sso/people.ts';
import { requireAnotherWayIn } from '#sign-in/sso/require-another-way-in.ts';
import { isHttps, providerColumns } from '#sign-in/sso/saml-provider.ts';
import {
  SsoConnection,
  type SsoConnectionChange,
  SsoConnectionChangeBody,
} from '#sign-in/sso/sso.shapes.ts';
import {
  type SsoChange,
  type SsoRow,
  selectConnection,
  updateConnection,
} from '#sign-in/sso/sso.store.ts';

/** PATCH /app/v1/sso-connections/:id: changes a connection, or turns it off. */
export const patchConnection = (deps: SignInDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/sso-connections/:id',
    role: 'admin',
    confirmed: true,
    body: SsoConnectionChangeBody,
    doc: {
      summary: 'Change a connection for single sign-on',
      tag: 'Single sign-on',
      responses: {
        200: { description: 'The current state.', schema: SsoConnection },
        403: { description: 'No admin could sign in any more.' },
        404: 'no connection',
        409: { description: 'It is the last connection while single sign-on is required.' },
      },
    },
    async handle(request) {
      const { db, audit, outbound } = deps;
      const { accountId } = request.principal;
      const id = request.params.id;
      const { kind } = await takeConnection(db.reader, accountId, id);
      refuseOtherKind(kind, request.body);
      const input = safeRuleOf({ ...request.body, kind });
      const sent = await readSentMetadata(outbound, input);
      const body = await db.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        if (input.enabled === false) await requireAnotherWayIn(deps, tx, accountId, id);
        // The account is locked, so nobody changes or deletes the connection meanwhile.
        const before = await takeConnection(tx, accountId, id);
        requireSameIssuer(before, input);
        const { claim = before.claim, issuer = before.issuer } = input;
        // A connection from before this rule works until its claim or issuer is changed.
        if (claim !== before.claim || issuer !== before.issuer) {
          requireLastingClaim({ claim, issuer });
        }
        const change = columnsOf(before, {
          ...commonColumns(input),
          ...ownColumns(deps, before, input, sent),
        });
        if (Object.keys(change).length === 0) return toConnectionItem(deps, before);
        await save(tx, accountId, id, change);
        const connection = await takeConnection(tx, accountId, id);
        if (change.credential_ids !== undefined) await requireOwnPeople(deps, tx, accountId, id);
        await audit.append(tx, actorOf(request, 'web'), {
          action: 'sso.change',
          targetType: 'SsoConnection',
          targetId: id,
          detail: differenceOf(before, connection),
        });
        return toConnectionItem(deps, connection);
      });
      return { status: 200, body };
    },
  });

async function save(tx: Tx, accountId: string, id: string, change: SsoChange): Promise<void> {
  const update = () => updateConnection(tx, accountId, id, withProof(change));
  // Other changes can be corrected by the admin who is signed in.
  await (change.enabled === 0 ? keepAdminWayIn(tx, accountId, update) : update());
}

async function takeConnection(tx: Reader, accountId: string, id: string): Promise<SsoRow> {
  const connection = await selectConnection(tx, accountId, id);
  if (connection) return connection;
  throw noConnection();
}

/** Returns the columns whose values change. */
function columnsOf(before: SsoRow, wanted: SsoChange): SsoChange {
  const columns = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => columns.get(name) !== value),
  );
}

const commonColumns = ({
  name,
  claim,
  attribute,
  credentialIds,
  enabled,
}: SsoConnectionChange): SsoChange => ({
  ...(name !== undefined && { name }),
  ...(claim !== undefined && { claim }),
  ...(attribute !== undefined && { attribute }),
  ...(credentialIds !== undefined && { credential_ids: storedCredentials(credentialIds) }),
  ...(enabled !== undefined && ({ enabled: enabled ? 1 : 0 } as const)),
});

const ownColumns = (
  deps: Pick<SignInDeps, 'seal' | 'clock'>,
  before: SsoRow,
  input: SsoConnectionChange,
  sent: SentMetadata | undefined,
): SsoChange =>
  before.kind === 'saml'
    ? samlColumns(deps, before, input, sent)
    : oidcColumns(deps, before, input);

function oidcColumns(
  { seal }: Pick<SignInDeps, 'seal'>,
  before: SsoRow,
  { issuer, clientId, clientSecret }: SsoConnectionChange,
): SsoChange {
  const context = connectionContext(before.account_id, before.id);
  const secret = clientSecret?.trim();
  const isNewSecret = secret !== undefined && seal.open(context, before.client_secret) !== secret;
  return {
    ...(issuer !== undefined && { issuer }),
    ...(clientId !== undefined && { client_id: clientId.trim() }),
    ...(isNewSecret && { client_secret: seal.seal(context, secret) }),
  };
}

/**
 * Metadata that an admin sends replace those of before in all they say. The first ones turn the connection on.
 * @throws AppError `invalid-value`
 */
function samlColumns(
  { clock }: Pick<SignInDeps, 'clock'>,
  before: SsoRow,
  { enabled, signOnUrl }: SsoConnectionChange,
  sent: SentMetadata | undefined,
): SsoChange {
  const isFirst = before.saml_sign_on === null;
  if (isFirst && enabled === true && !sent) {
    throw fail('invalid-value', 'Enter the metadata of the identity provider first.', {
      because: { reason: 'saml-metadata-needed' },
      at: 'metadata',
    });
  }
  const isWaiting = signOnUrl === before.saml_waiting_sign_on;
  if (signOnUrl !== undefined && (sent || !isWaiting || !isHttps(signOnUrl))) {
    throw fail('invalid-value', 'This sign-on address does not wait for your consent any more.', {
      because: { reason: 'saml-not-waiting' },
      at: 'signOnUrl',
    });
  }
  return {
    ...(sent && providerColumns(sent.provider, sent.url, clock.now())),
    ...(sent && isFirst && enabled === undefined && ({ enabled: 1 } as const)),
    ...(signOnUrl !== undefined && { saml_sign_on: signOnUrl, saml_waiting_sign_on: null }),
  };
}

/** Columns whose change means that nobody has signed in with the connection as it is now. */
const UNPROVEN_BY = [
  'issuer',
  'client_id',
  'client_secret',
  'claim',
  'attribute',
  'credential_ids',
  'saml_sign_on',
  'saml_certificates',
];

const withProof = <T extends object>(change: T) => ({
  ...change,
  ...(UNPROVEN_BY.some((name) => Object.hasOwn(change, name)) && { last_sign_in_at: null }),
});

/**
 * Requires the client secret again when the issuer changes, so that it is never sent to another provider.
 * @throws AppError `invalid-value` at `clientSecret`
 */
function requireSameIssuer(before: SsoRow, { issuer, clientSecret }: SsoConnectionChange): void {
  if (issuer === undefined || issuer === before.issuer || clientSecret !== undefined) return;
  throw fail('invalid-value', 'You changed the issuer. Enter the client secret again.', {
    because: { reason: 'secret-needed' },
    at: 'clientSecret',
  });
}
