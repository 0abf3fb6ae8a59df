import { type Endpoint, endpoint, type Reply, type Request } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { arrive, refuseOnRecord, refuseSso, type SsoArrival } from '#sign-in/sso/arrive.ts';
import { checkedAt } from '#sign-in/sso/checked-at.ts';
import { redirectUriOf } from '#sign-in/sso/connection-item.ts';
import { findOpenConnection, type OidcConnection } from '#sign-in/sso/open-connection.ts';
import { finishSignIn, OtherIssuer, providersError } from '#sign-in/sso/provider.ts';
import { isToBeAsked, readSsoCookie } from '#sign-in/sso/sso-cookie.ts';

/** GET /app/v1/sso/callback: finishes a sign-in when the browser returns from the identity provider. */
export const finishSso = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sso/callback',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Return from an identity provider',
      tag: 'Single sign-on',
      description:
        'Signs in the user that the rule of the connection finds, and redirects to the requested page. Otherwise redirects to the sign-in page with the reason in `problem`.',
      responses: {
        303: {
          description: 'A redirect to the web app.',
          headers: { Location: 'The address to open.' },
        },
      },
    },
    async handle(request) {
      const { db, seal, clock } = deps;
      const state = new URLSearchParams(request.query).get('state') ?? '';
      const memory = readSsoCookie(seal, request.headers['cookie'], state, clock.now());
      if (!memory) return refuseSso('sso-expired');
      const connection = await findOpenConnection(deps, db.reader, memory.connectionId);
      if (connection?.kind !== 'oidc') return refuseSso('sso-expired');
      return await comeBack(deps, request, { connection, memory });
    },
  });

async function comeBack(
  deps: SignInDeps,
  request: Request<undefined>,
  arrival: SsoArrival & { readonly connection: OidcConnection },
): Promise<Reply> {
  const { connection, memory } = arrival;
  // It began before a sign-out in another tab: the provider would sign the same person in again without asking.
  if (memory.isSilent && isToBeAsked(request.headers['cookie'])) {
    return refuseSso('sso-expired', arrival);
  }
  const answer = new URL(`${redirectUriOf(deps)}?${request.query}`);
  let claims: Readonly<Record<string, unknown>>;
  try {
    claims = await finishSignIn(deps.outbound, connection, answer, memory);
  } catch (error) {
    request.addLogFields({ sso: error instanceof Error ? error.message : 'refused' });
    const reason = providersError(error);
    const why =
      error instanceof OtherIssuer
        ? { expectedIssuer: error.expectedIssuer, receivedIssuer: error.receivedIssuer }
        : reason !== undefined && { error: reason };
    return await refuseOnRecord(deps, request, arrival, { problem: 'sso-refused', ...why });
  }
  const { claim } = connection;
  return await arrive(deps, request, arrival, {
    value: Object.hasOwn(claims, claim) ? claims[claim] : undefined,
    confirmedAt: checkedAt(claims, deps.clock.now()),
  });
}
