import { deflateRawSync } from 'node:zlib';
import { ASSERTION, POST_BINDING, PROTOCOL } from './names.ts';
import { xmlEscaped } from './write-xml.ts';

/**
 * Returns the address to which the browser is sent: the sign-on address of the identity provider with a request, by the
 * HTTP-Redirect binding (saml-bindings 3.4.4.1). It is not signed: our metadata says so, and what it asks for is the
 * answer to an address that the identity provider knows.
 */
export function samlRequest(parts: {
  readonly id: string;
  readonly issueInstant: Date;
  readonly destination: string;
  readonly acs: string;
  readonly entityId: string;
  /** The person authenticates again, also if they are signed in there. */
  readonly forceAuthn: boolean;
  readonly relayState: string;
}): URL {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${xmlEscaped(parts.id)}" Version="2.0"` +
    ` IssueInstant="${parts.issueInstant.toISOString()}" Destination="${xmlEscaped(parts.destination)}"` +
    `${parts.forceAuthn ? ' ForceAuthn="true"' : ''} ProtocolBinding="${POST_BINDING}"` +
    ` AssertionConsumerServiceURL="${xmlEscaped(parts.acs)}"><saml:Issuer>${xmlEscaped(parts.entityId)}</saml:Issuer>` +
    `<samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>`;
  const url = new URL(parts.destination);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set('RelayState', parts.relayState);
  return url;
}
