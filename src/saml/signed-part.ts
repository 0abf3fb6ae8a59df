import type { KeyObject } from 'node:crypto';
import { signedXmlOf } from './check-signature.ts';
import { ASSERTION, PROTOCOL, SIGNATURE } from './names.ts';
import { refuseSaml, shown } from './refusal.ts';
import { requireSignatureForm } from './signature-form.ts';
import type { XmlLimits } from './well-formed.ts';
import {
  childrenOf,
  everyElement,
  is,
  type Kind,
  onlyChild,
  parseXml,
  requireOnly,
  type XmlElement,
} from './xml.ts';

const RESPONSE: Kind = [PROTOCOL, 'Response'];
const ASSERTION_KIND: Kind = [ASSERTION, 'Assertion'];
const ENCRYPTED: Kind = [ASSERTION, 'EncryptedAssertion'];
const SIGNATURE_KIND: Kind = [SIGNATURE, 'Signature'];
const ID = /^[A-Za-z_][\w.-]{0,255}$/;

/** An ID is an NCName (saml-core 1.3.4); ASCII leaves no two that look alike, and none that breaks an XPath. */
export const isSamlId = (text: string): boolean => ID.test(text);

export interface SignedPart {
  readonly assertion: XmlElement;
  /** The response around the assertion; its values are signed only if `isResponseSigned`. */
  readonly response: XmlElement;
  readonly isResponseSigned: boolean;
}

/** Refuses a response that has more in it than one assertion and one signature each, all in their places. */
export function requireResponseForm(response: XmlElement): void {
  if (!is(response, RESPONSE))
    refuseSaml(
      'not-a-response',
      `The XML is ${shown(response.name)} of ${shown(response.namespace)}; it has to be a Response of SAML 2.0.`,
    );
  requireUniqueIds(response);
  requireOnly(response, [
    [ASSERTION, 'Issuer'],
    SIGNATURE_KIND,
    [PROTOCOL, 'Extensions'],
    [PROTOCOL, 'Status'],
    ASSERTION_KIND,
    ENCRYPTED,
  ]);
  if (childrenOf(response, ENCRYPTED).length > 0)
    refuseSaml(
      'encrypted',
      'The assertion is encrypted. Turn the encryption of assertions off at the identity provider; the connection is encrypted already.',
    );
}

function requireUniqueIds(response: XmlElement): void {
  const seen = new Set<string>();
  for (const id of everyElement(response).flatMap(({ ids }) => ids)) {
    if (!isSamlId(id)) refuseSaml('structure', 'An ID is not a plain name of XML.');
    if (seen.has(id)) refuseSaml('doubled-id', 'Two elements have the same ID.');
    seen.add(id);
  }
}

/**
 * Returns what the identity provider has signed. Nothing is read from the document that arrived but where the
 * signatures are: the canonical XML that a signature covers is parsed again, and everything is read from that.
 */
export function readSignedPart(
  document: string,
  response: XmlElement,
  keys: readonly KeyObject[],
  limits: XmlLimits,
): SignedPart {
  const assertion = onlyChild(response, ASSERTION_KIND);
  const elements = everyElement(response);
  if (elements.filter((each) => is(each, ASSERTION_KIND)).length > 1)
    refuseSaml('structure', 'There is a second Assertion in the answer; it has to be one.');
  const owners = [response, assertion].filter(
    (owner) => childrenOf(owner, SIGNATURE_KIND).length > 0,
  );
  if (elements.filter((each) => is(each, SIGNATURE_KIND)).length > owners.length)
    refuseSaml(
      'structure',
      'There is a Signature that belongs neither to the Response nor to its Assertion, or a second one.',
    );
  const signed = owners.map((owner) => signedElement(document, owner, keys, limits));
  const whole = signed.find((each) => is(each, RESPONSE));
  if (whole)
    return { assertion: onlyChild(whole, ASSERTION_KIND), response: whole, isResponseSigned: true };
  const [alone] = signed;
  if (!alone)
    refuseSaml(
      'not-signed',
      'Neither the Response nor its Assertion is signed. Turn on the signing of assertions at the identity provider.',
    );
  return { assertion: alone, response, isResponseSigned: false };
}

function signedElement(
  document: string,
  owner: XmlElement,
  keys: readonly KeyObject[],
  limits: XmlLimits,
): XmlElement {
  const signature = onlyChild(owner, SIGNATURE_KIND);
  requireSignatureForm(signature, owner);
  const xml = signedXmlOf(document, signature, keys);
  if (xml === undefined)
    refuseSaml(
      'signature',
      `The signature of the ${owner.name} was made with none of the ${keys.length} certificates of this connection, or the answer was changed after it was signed. If the identity provider has a new certificate, import its metadata again.`,
    );
  const signed = parseXml(xml, limits);
  const isOwner =
    is(signed, [owner.namespace, owner.name]) &&
    signed.attributes.get('ID') === owner.attributes.get('ID');
  return isOwner
    ? signed
    : refuseSaml('signature', `The signature covers something other than the ${owner.name}.`);
}
