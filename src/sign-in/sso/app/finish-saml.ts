import { type Endpoint, endpoint, type Reply, type Request } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { arrive, refuseOnRecord, refuseSso, type SsoArrival } from '#sign-in/sso/arrive.ts';
import {
  connectionState,
  findSamlConnection,
  type SamlConnection,
} from '#sign-in/sso/open-connection.ts';
import { useSamlAssertion } from '#sign-in/sso/saml.store.ts';
import { openOutcome, type SamlOutcome } from '#sign-in/sso/saml-outcome.ts';
import { isToBeAsked, readSsoCookie } from '#sign-in/sso/sso-cookie.ts';

/**
 * GET /app/v1/sso/saml: finishes a sign-in by SAML. The browser must have the cookie of the request that was answered,
 * so that nobody is signed in as somebody else by an answer that was slipped to them (login CSRF).
 */
export const finishSaml = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/app/v1/sso/saml',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    doc: {
      summary: 'Finish a sign-in by SAML',
      tag: 'Single sign-on',
      description:
        'Opens the answer that waits under the handle, once, and signs in the user that the rule of the connection finds. Redirects to the requested page, or to the sign-in page with the reason in `problem`.',
      responses: {
        303: {
          description: 'A redirect to the web app.',
          headers: { Location: 'The address to open.' },
        },
      },
    },
    async handle(request) {
      const { db, seal, clock } = deps;
      const cookies = request.headers['cookie'];
      const { query } = request;
      const connection = await findSamlConnection(deps, db.reader, query.get('connection') ?? '');
      if (!connection) return refuseSso('sso-expired');
      const outcome = await openOutcome(deps, connection, query.get('handle') ?? '');
      const memory = outcome && readSsoCookie(seal, cookies, outcome.state, clock.now());
      const isAsked = memory?.state === outcome?.state && memory?.connectionId === connection.id;
      if (!outcome || !memory || !isAsked) return refuseSso('sso-expired');
      const arrival = { connection, memory };
      // It began before a sign-out in another tab: the provider would sign the same person in again without asking.
      if (memory.isSilent && isToBeAsked(cookies)) return refuseSso('sso-expired', arrival);
      return await comeBack(deps, request, arrival, outcome);
    },
  });

async function comeBack(
  deps: SignInDeps,
  request: Request<undefined>,
  arrival: SsoArrival & { readonly connection: SamlConnection },
  { accepted, refused, connection: state }: SamlOutcome,
): Promise<Reply> {
  const { connection, memory } = arrival;
  if (!accepted) {
    return await refuseOnRecord(deps, request, arrival, { problem: 'sso-refused', ...refused });
  }
  if (state !== connectionState(connection)) {
    const about = { problem: 'sso-expired', error: 'connection_changed' } as const;
    return await refuseOnRecord(deps, request, arrival, about);
  }
  const { value, authenticatedAt, endsAt, assertionId: id, usableUntil } = accepted;
  // Clocks differ, and the answer has waited: a session that is over by now would only end the one that is there.
  if (endsAt !== undefined && endsAt <= deps.clock.now()) {
    const about = { problem: 'sso-refused', error: 'session_over' } as const;
    return await refuseOnRecord(deps, request, arrival, about);
  }
  const { accountId, id: connectionId } = connection;
  return await arrive(deps, request, arrival, {
    value,
    // Some providers write the time of the answer there, so it proves a check only if one was asked for.
    confirmedAt: memory.isSilent ? 0 : Math.max(0, Math.min(authenticatedAt, deps.clock.now())),
    endsAt,
    use: (tx) => useSamlAssertion(tx, { accountId, connectionId }, { id, usableUntil }),
  });
}
