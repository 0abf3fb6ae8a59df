import { type Endpoint, endpoint, type Reply } from '#http/endpoint.ts';
import type { SignInDeps } from '#sign-in/sign-in-deps.ts';
import { refuseSso } from '#sign-in/sso/arrive.ts';
import { isState, requestIdOf } from '#sign-in/sso/begin.ts';
import { findSamlConnection, type SamlConnection } from '#sign-in/sso/open-connection.ts';
import { acceptedOf, keepOutcome } from '#sign-in/sso/saml-outcome.ts';
import { ownAddresses, samlLibrary } from '#sign-in/sso/saml-provider.ts';

/** An answer has at most 350,000 characters, some of which a form writes as three. */
const MOST_BYTES = 524_288;

/**
 * POST /saml/:connection/acs: takes the answer of an identity provider, which its page sends through the browser. The
 * request comes from another site, so it carries no cookie: the answer is checked and kept, and the browser goes on
 * to a request of ours that has the cookie of whoever asked.
 */
export const postSamlAnswer = (deps: SignInDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/saml/:connection/acs',
    protocol: 'problem',
    access: 'public',
    limit: 'sign-in',
    body: 'form',
    maxBodyBytes: MOST_BYTES,
    doc: {
      summary: 'Take the answer of an identity provider (SAML)',
      tag: 'Single sign-on',
      description:
        'The assertion consumer service of a connection by SAML 2.0, by HTTP POST binding. Redirects in any case: an answer that nobody asked for leads to a sign-in that Formstead begins itself.',
      responses: {
        303: {
          description: 'A redirect to the next step of the sign-in.',
          headers: { Location: 'The address to open.' },
        },
      },
    },
    async handle({ params, form, addLogFields }) {
      const connection = await findSamlConnection(deps, deps.db.reader, params.connection);
      if (!connection) return refuseSso('sso-expired');
      const relayState = form?.get('RelayState') ?? '';
      // What does not name a request of ours leads to a beginning of ours: it can't sign anybody in.
      if (!isState(relayState)) return leadTo(beginningOf(connection));
      const encoded = form?.get('SAMLResponse') ?? '';
      const read = await readAnswer(deps, connection, encoded, relayState);
      if (!read.ok) addLogFields({ sso: read.code });
      if (!read.ok && read.code === 'unsolicited') return leadTo(beginningOf(connection));
      const outcome = read.ok
        ? { state: relayState, accepted: acceptedOf(connection, read.identity) }
        : { state: relayState, refused: { error: read.code, said: read.said } };
      const handle = await keepOutcome(deps, connection, outcome);
      const search = new URLSearchParams({ connection: connection.id, handle });
      return leadTo(`/app/v1/sso/saml?${search}`);
    },
  });

async function readAnswer(
  deps: SignInDeps,
  connection: SamlConnection,
  encoded: string,
  state: string,
) {
  const { readSamlAnswer } = await samlLibrary();
  const { id, issuer, certificates } = connection;
  const { entityId, acs } = ownAddresses(deps, id);
  return readSamlAnswer(encoded, {
    ...{ issuer, entityId, acs, certificates },
    requestId: requestIdOf(state),
    now: new Date(deps.clock.now()),
  });
}

const beginningOf = ({ id }: SamlConnection): string => `/saml/${id}/begin`;

const leadTo = (location: string): Reply => ({ status: 303, headers: { location } });
