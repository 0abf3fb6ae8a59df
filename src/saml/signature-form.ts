import { DIGEST_METHODS, SIGNATURE_METHODS } from './check-signature.ts';
import { ENVELOPED, EXCLUSIVE_C14N, SIGNATURE } from './names.ts';
import { refuseSaml, shown } from './refusal.ts';
import {
  is,
  type Kind,
  onlyChild,
  optionalChild,
  plainTextIn,
  requireOnly,
  type XmlElement,
} from './xml.ts';

const ds = (name: string): Kind => [SIGNATURE, name];
const PREFIX_LIST: Kind = [EXCLUSIVE_C14N, 'InclusiveNamespaces'];
const MAX_PREFIX_LIST = 200;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

/**
 * Refuses a signature in any form but the one that SAML prescribes (saml-core 5.4): a single reference to the element
 * around it, enveloped, with exclusive canonicalisation. xml-crypto looks for the parts of a signature wherever they
 * are; with only one of each, and each in its place, it can find no other.
 */
export function requireSignatureForm(signature: XmlElement, owner: XmlElement): void {
  requireParts(signature, ['SignedInfo', 'SignatureValue'], 'KeyInfo');
  requireBase64(onlyChild(signature, ds('SignatureValue')));
  const info = onlyChild(signature, ds('SignedInfo'));
  requireParts(info, ['CanonicalizationMethod', 'SignatureMethod', 'Reference']);
  requireCanonicalization(onlyChild(info, ds('CanonicalizationMethod')));
  const method = onlyChild(info, ds('SignatureMethod'));
  requireAlgorithm(method, SIGNATURE_METHODS);
  requireParts(method, []);
  requireReference(onlyChild(info, ds('Reference')), owner);
}

function requireReference(reference: XmlElement, owner: XmlElement): void {
  const [uri, id] = [reference.attributes.get('URI'), owner.attributes.get('ID')];
  if (id === undefined || uri !== `#${id}`)
    refuseSaml(
      'signature-form',
      `The signature of ${owner.name} refers to ${shown(uri)} and not to the ID of ${owner.name}.`,
    );
  requireParts(reference, ['Transforms', 'DigestMethod', 'DigestValue']);
  const transforms = onlyChild(reference, ds('Transforms'));
  requireParts(transforms, ['Transform', 'Transform']);
  const [enveloped, exclusive] = transforms.children;
  if (!enveloped || !exclusive) return;
  requireAlgorithm(enveloped, new Map([[ENVELOPED, '']]));
  requireParts(enveloped, []);
  requireCanonicalization(exclusive);
  const method = onlyChild(reference, ds('DigestMethod'));
  requireAlgorithm(method, DIGEST_METHODS);
  requireParts(method, []);
  requireBase64(onlyChild(reference, ds('DigestValue')));
}

/** Refuses children other than these, in this order, and one more that may follow them. */
function requireParts(element: XmlElement, names: readonly string[], last?: string): void {
  const expected = element.children.length > names.length && last ? [...names, last] : names;
  const found = element.children;
  const isSame =
    found.length === expected.length &&
    found.every((child, at) => is(child, ds(expected[at] ?? '')));
  if (!isSame)
    refuseSaml(
      'signature-form',
      `In a signature, ${element.name} has to contain ${expected.length === 0 ? 'no elements' : `exactly ${expected.join(', ')}, in this order`}.`,
    );
}

function requireCanonicalization(element: XmlElement): void {
  requireAlgorithm(element, new Map([[EXCLUSIVE_C14N, '']]));
  requireOnly(element, [PREFIX_LIST], 'signature-form');
  const list = optionalChild(element, PREFIX_LIST);
  // xml-crypto compares each name in it with each attribute of the document.
  if ((list?.attributes.get('PrefixList') ?? '').length > MAX_PREFIX_LIST)
    refuseSaml('too-complex', `A PrefixList has more than ${MAX_PREFIX_LIST} characters.`);
}

function requireAlgorithm(element: XmlElement, accepted: ReadonlyMap<string, unknown>): void {
  const algorithm = element.attributes.get('Algorithm');
  if (algorithm !== undefined && accepted.has(algorithm)) return;
  refuseSaml(
    'algorithm',
    `The ${element.name} of a signature is ${shown(algorithm)}. Accepted: ${[...accepted.keys()].join(', ')}.`,
  );
}

function requireBase64(element: XmlElement): void {
  if (!BASE64.test(plainTextIn(element)))
    refuseSaml('signature-form', `The ${element.name} of a signature is not in base64.`);
}
