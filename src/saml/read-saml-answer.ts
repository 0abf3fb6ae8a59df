import { checkConditions, readAuthentication, requireIssuer } from './check-assertion.ts';
import { readSigningCertificate } from './keys.ts';
import { ASSERTION, PROTOCOL, SIGNATURE, SUCCESS } from './names.ts';
import { readSamlAttributes } from './read-saml-attributes.ts';
import { readConfirmation, readNameId } from './read-subject.ts';
import { refusable, refuseSaml, type SamlRefusal, shown } from './refusal.ts';
import { MAX_AGE_MS, SKEW_MS } from './saml-time.ts';
import { isSamlId, readSignedPart, requireResponseForm, type SignedPart } from './signed-part.ts';
import type { XmlLimits } from './well-formed.ts';
import {
  childrenOf,
  type Kind,
  onlyChild,
  optionalChild,
  parseXml,
  requireOnly,
  trimmedText,
  type XmlElement,
} from './xml.ts';

export type SamlIdentity = {
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly assertionId: string;
  /** Until when the assertion could be used again; after that its id may be forgotten. */
  readonly usableUntil: Date;
  readonly authenticatedAt: Date;
  /** The session has to end by then; undefined if the identity provider does not say so. */
  readonly sessionEndsAt: Date | undefined;
  /** The request that this answers. */
  readonly requestId: string;
};

export type ExpectedAnswer = {
  /** The entity id of the identity provider. */
  readonly issuer: string;
  /** Our entity id for the connection. */
  readonly entityId: string;
  /** The address of our assertion consumer service for the connection. */
  readonly acs: string;
  /** Those of the connection, as PEM. */
  readonly certificates: readonly string[];
  /** The request that has to be answered; undefined if the caller compares the one that comes back. */
  readonly requestId: string | undefined;
  readonly now: Date;
};

const MAX_ENCODED = 350_000;
const LIMITS: XmlLimits = {
  characters: 262_500,
  elements: 3_000,
  attributes: 10_000,
  comments: 'refused',
};

const samlp = (name: string): Kind => [PROTOCOL, name];
const saml = (name: string): Kind => [ASSERTION, name];
const ASSERTION_PARTS: readonly Kind[] = [
  ...['Issuer', 'Subject', 'Conditions', 'Advice', 'AuthnStatement', 'AttributeStatement'].map(
    saml,
  ),
  [SIGNATURE, 'Signature'],
];

/**
 * Reads the answer of an identity provider to a sign-in: the form field SAMLResponse. It refuses whatever SAML does not
 * prescribe, in this order: the size, the XML, the places of all parts, the signatures, and then what is said in the part
 * that is signed. It does not know which assertions were used before: the caller stores `assertionId` until
 * `usableUntil`, in the transaction of the sign-in.
 */
export function readSamlAnswer(
  encoded: string,
  expected: ExpectedAnswer,
): { readonly ok: true; readonly identity: SamlIdentity } | SamlRefusal {
  return refusable(() => {
    const document = decode(encoded);
    const response = parseXml(document, LIMITS);
    requireResponseForm(response);
    requireSuccess(response);
    const keys = expected.certificates.flatMap((pem) => readSigningCertificate(pem)?.key ?? []);
    if (keys.length === 0)
      refuseSaml(
        'certificates',
        'The connection has no certificate that can be used. Import the metadata of the identity provider again.',
      );
    const signed = readSignedPart(document, response, keys, LIMITS);
    return { ok: true, identity: readIdentity(signed, expected) } as const;
  });
}

function decode(encoded: string): string {
  if (encoded.length > MAX_ENCODED)
    refuseSaml('too-large', `The answer has more than ${MAX_ENCODED} characters.`);
  const base64 = encoded.replaceAll(/[ \t\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0)
    refuseSaml('not-base64', 'The SAMLResponse is not in base64.');
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
    return text.replaceAll(/\r\n?/g, '\n');
  } catch {
    return refuseSaml('not-utf8', 'The XML of the answer is not in UTF-8.');
  }
}

/** An answer without success has no assertion. It is looked at first, so that an admin reads why. */
function requireSuccess(response: XmlElement): void {
  const status = onlyChild(response, samlp('Status'), 'status');
  const code = onlyChild(status, samlp('StatusCode'), 'status');
  const value = code.attributes.get('Value');
  if (value === SUCCESS) return;
  const details = [
    ...childrenOf(code, samlp('StatusCode')).map((each) => each.attributes.get('Value')),
    ...childrenOf(status, samlp('StatusMessage')).map(trimmedText),
  ];
  refuseSaml(
    'status',
    `The identity provider did not sign the person in. Its status: ${[value, ...details].map(shown).join(', ')}.`,
  );
}

function readIdentity(signed: SignedPart, expected: ExpectedAnswer): SamlIdentity {
  const { assertion, response, isResponseSigned } = signed;
  const now = expected.now.getTime();
  if (isResponseSigned) requireResponseForm(response);
  requireVersion(response);
  requireVersion(assertion);
  requireOnly(assertion, ASSERTION_PARTS);
  requireIssuer(assertion, onlyChild(assertion, saml('Issuer'), 'issuer'), expected.issuer);
  const issuer = optionalChild(response, saml('Issuer'));
  if (issuer) requireIssuer(response, issuer, expected.issuer);
  requireSuccess(response);
  const name = readNameId(assertion, expected);
  const confirmation = readConfirmation(assertion, expected, now);
  const requestId = requireRequest(confirmation.requestId, response, expected.requestId);
  requireDestination(response, isResponseSigned, expected.acs);
  const { issuedAt, endsAt = confirmation.endsAt } = checkConditions(
    assertion,
    expected.entityId,
    now,
  );
  const assertionId =
    assertion.attributes.get('ID') ?? refuseSaml('structure', 'The assertion has no ID.');
  const lastUse = Math.min(endsAt, confirmation.endsAt, issuedAt + MAX_AGE_MS);
  return {
    ...name,
    attributes: readSamlAttributes(assertion),
    assertionId,
    usableUntil: new Date(lastUse + SKEW_MS),
    ...readAuthentication(assertion, now),
    requestId,
  };
}

function requireVersion(element: XmlElement): void {
  const version = element.attributes.get('Version');
  if (version !== '2.0')
    refuseSaml(
      'version',
      `The Version of the ${element.name} is ${shown(version)}; it has to be "2.0".`,
    );
}

/**
 * Returns the request that is answered. The assertion has to name it, and not only the response around it, which may be
 * unsigned: somebody who has got hold of an answer that nobody asked for could write any request there.
 */
function requireRequest(
  named: string | undefined,
  response: XmlElement,
  expected: string | undefined,
): string {
  const outside = response.attributes.get('InResponseTo');
  if (named === undefined && outside === undefined)
    refuseSaml(
      'unsolicited',
      'The answer belongs to no request: the sign-in was begun at the identity provider.',
    );
  const isId = named !== undefined && isSamlId(named);
  if (!isId || named !== outside || (expected !== undefined && named !== expected))
    refuseSaml(
      'in-response-to',
      `InResponseTo of the assertion is ${shown(named)}, and that of the Response ${shown(outside)}; both have to name the request of this sign-in.`,
    );
  return named;
}

/** A signed response has to say where it is to be delivered (saml-bindings 3.5.5.2). */
function requireDestination(response: XmlElement, isSigned: boolean, acs: string): void {
  const destination = response.attributes.get('Destination');
  if (destination === acs || (destination === undefined && !isSigned)) return;
  refuseSaml(
    'destination',
    `The Destination of the Response is ${shown(destination)}; it has to be ${shown(acs)}, the assertion consumer service of this connection.`,
  );
}
