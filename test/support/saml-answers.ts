// Answers of a SAML identity provider as it would write them, and with one thing wrong. The parts are texts, so that a
// test can change them before and after they are signed.
import { generateKeyPairSync, type KeyObject, randomUUID, sign as signBytes } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import {
  bitString,
  derInteger,
  explicit,
  objectId,
  sequence,
  setOf,
  time,
  utf8,
} from '#http/der.ts';

/** A certificate that vouches for itself, with its key, both as PEM. */
export interface SamlKeys {
  readonly certificate: string;
  readonly privateKey: string;
}

const DAY_MS = 86_400_000;
const RSA_SHA256 = sequence(objectId('1.2.840.113549.1.1.11'), Buffer.of(5, 0));
const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

/** Makes keys with a certificate as identity providers have it: self-signed, for three years. */
export function makeSamlKeys(
  options: { readonly bits?: number; readonly curve?: string; readonly until?: number } = {},
): SamlKeys {
  const { publicKey, privateKey } = options.curve
    ? generateKeyPairSync('ec', { namedCurve: options.curve })
    : generateKeyPairSync('rsa', { modulusLength: options.bits ?? 2048 });
  const until = options.until ?? Date.now() + 1095 * DAY_MS;
  return {
    certificate: selfSigned(publicKey, privateKey, until),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function selfSigned(publicKey: KeyObject, privateKey: KeyObject, until: number): string {
  const algorithm = publicKey.asymmetricKeyType === 'ec' ? ECDSA_SHA256 : RSA_SHA256;
  const name = sequence(setOf(sequence(objectId('2.5.4.3'), utf8('identity provider'))));
  const body = sequence(
    explicit(0, derInteger(Buffer.of(2))), // version 3
    derInteger(Buffer.of(1)),
    algorithm,
    name,
    sequence(time(Date.now() - DAY_MS), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const der = sequence(body, algorithm, bitString(signBytes('sha256', body, privateKey)));
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** Who asks whom, where no test needs another one. */
export const SAML_SERVICE = {
  issuer: 'https://idp.test/e',
  entityId: 'https://forms.test/saml/acme',
  acs: 'https://forms.test/saml/acme/acs',
  requestId: '_req1',
} as const;

/** What an answer says. Every member can be replaced by something wrong; `undefined` leaves it out. */
export interface SamlAnswer {
  readonly issuer: string;
  readonly entityId: string;
  readonly acs: string;
  readonly requestId: string | undefined;
  readonly now: number;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly assertionId: string;
  /** In seconds from now. */
  readonly notBefore: number | undefined;
  readonly notOnOrAfter: number | undefined;
  readonly confirmedUntil: number | undefined;
  readonly issuedAt: number;
  readonly authenticatedAt: number;
  readonly sessionEndsAt: number | undefined;
  readonly method: string;
  readonly recipient: string | undefined;
  readonly audience: string | undefined;
  /** More conditions, as XML. */
  readonly conditions: string;
  /** Instead of the element Conditions. */
  readonly noConditions: boolean;
  readonly destination: string | undefined;
  readonly responseIssuer: string | undefined;
  readonly responseRequestId: string | undefined;
  readonly status: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escaped(value)}"`;

/** Completes an answer to a request with what an identity provider would say. */
export function samlAnswer(
  given: Pick<SamlAnswer, 'issuer' | 'entityId' | 'acs' | 'requestId'> & Partial<SamlAnswer>,
): SamlAnswer {
  return {
    now: Date.now(),
    nameId: 'ann@acme.test',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    attributes: {},
    assertionId: `_a${randomUUID()}`,
    notBefore: -5,
    notOnOrAfter: 300,
    confirmedUntil: 300,
    issuedAt: 0,
    authenticatedAt: 0,
    sessionEndsAt: undefined,
    method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    recipient: given.acs,
    audience: given.entityId,
    conditions: '',
    noConditions: false,
    destination: given.acs,
    responseIssuer: given.issuer,
    responseRequestId: given.requestId,
    status: 'Success',
    ...given,
  };
}

/** Writes the assertion of an answer. Names are written as XML, so that a test can put markup into them. */
export function assertionXml(answer: SamlAnswer): string {
  const at = (seconds: number | undefined): string | undefined =>
    seconds === undefined ? undefined : new Date(answer.now + seconds * 1000).toISOString();
  const audience =
    answer.audience === undefined
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${escaped(answer.audience)}</saml:Audience></saml:AudienceRestriction>`;
  const conditions = `<saml:Conditions${attribute('NotBefore', at(answer.notBefore))}${attribute('NotOnOrAfter', at(answer.notOnOrAfter))}>${audience}${answer.conditions}</saml:Conditions>`;
  const data = `<saml:SubjectConfirmationData${attribute('NotOnOrAfter', at(answer.confirmedUntil))}${attribute('Recipient', answer.recipient)}${attribute('InResponseTo', answer.requestId)}/>`;
  const authn = `<saml:AuthnStatement${attribute('AuthnInstant', at(answer.authenticatedAt))}${attribute('SessionNotOnOrAfter', at(answer.sessionEndsAt))} SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${answer.assertionId}" Version="2.0" IssueInstant="${at(answer.issuedAt)}"><saml:Issuer>${escaped(answer.issuer)}</saml:Issuer><saml:Subject><saml:NameID${attribute('Format', answer.nameIdFormat)}>${answer.nameId}</saml:NameID><saml:SubjectConfirmation Method="${answer.method}">${data}</saml:SubjectConfirmation></saml:Subject>${answer.noConditions ? '' : conditions}${authn}${attributesXml(answer)}</saml:Assertion>`;
}

function attributesXml({ attributes }: SamlAnswer): string {
  const list = Object.entries(attributes);
  if (list.length === 0) return '';
  const written = list.map(
    ([name, values]) =>
      `<saml:Attribute Name="${escaped(name)}">${values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return `<saml:AttributeStatement>${written.join('')}</saml:AttributeStatement>`;
}

/** Writes the response around an assertion. */
export function responseXml(answer: SamlAnswer, inner: string = assertionXml(answer)): string {
  const issuer =
    answer.responseIssuer === undefined
      ? ''
      : `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escaped(answer.responseIssuer)}</saml:Issuer>`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${new Date(answer.now).toISOString()}"${attribute('Destination', answer.destination)}${attribute('InResponseTo', answer.responseRequestId)}>${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${answer.status}"/></samlp:Status>${inner}</samlp:Response>`;
}

export interface SigningOptions {
  readonly what?: 'Assertion' | 'Response';
  readonly algorithm?: string;
  readonly digest?: string;
  readonly prefixes?: readonly string[];
  readonly prefix?: string;
}

/** Signs the assertion or the response in a text. */
export function signSaml(xml: string, keys: SamlKeys, options: SigningOptions = {}): string {
  const what = `//*[local-name(.)='${options.what ?? 'Assertion'}']`;
  const signed = new SignedXml({
    privateKey: keys.privateKey,
    publicCert: keys.certificate,
    signatureAlgorithm: options.algorithm ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  signed.addReference({
    xpath: what,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    inclusiveNamespacesPrefixList: options.prefixes ?? [],
  });
  signed.computeSignature(xml, {
    prefix: options.prefix ?? '',
    location: { reference: `${what}/*[local-name(.)='Issuer']`, action: 'after' },
  });
  return signed.getSignedXml();
}

/** Encodes an answer as the form field SAMLResponse. */
export const encodedSaml = (xml: string): string => Buffer.from(xml).toString('base64');
