import { counted } from '#kernel/counted.ts';
import { isPlainName } from '#kernel/unseen.ts';
import { fingerprintOf, readSigningCertificate } from './keys.ts';
import { METADATA, PROTOCOL, REDIRECT_BINDING, SIGNATURE } from './names.ts';
import { refusable, refuseSaml, type SamlRefusal, shown } from './refusal.ts';
import type { XmlLimits } from './well-formed.ts';
import {
  childrenOf,
  everyElement,
  is,
  type Kind,
  parseXml,
  plainTextIn,
  type XmlElement,
} from './xml.ts';

export type MetadataCertificate = {
  readonly pem: string;
  readonly notAfter: Date;
  /** The fingerprint, in lower-case hexadecimal digits without colons. */
  readonly sha256: string;
};

export type SamlMetadata = {
  readonly ok: true;
  readonly entityId: string;
  readonly signOnAddress: URL;
  readonly certificates: readonly MetadataCertificate[];
};

const LIMITS: XmlLimits = {
  characters: 1_048_576,
  elements: 20_000,
  attributes: 60_000,
  comments: 'skipped',
};
const MAX_CERTIFICATES = 8;
const MAX_ENTITY_ID = 1024;

const md = (name: string): Kind => [METADATA, name];
const ds = (name: string): Kind => [SIGNATURE, name];

/**
 * Reads the metadata of an identity provider: an EntityDescriptor, or a list of them in which one is an identity provider
 * for SAML 2.0. A signature of the metadata is not checked: an admin trusts the file or the address that they entered.
 */
export function readSamlMetadata(xml: string): SamlMetadata | SamlRefusal {
  return refusable(() => {
    const root = parseXml(xml.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n'), LIMITS);
    const { entity, descriptor } = identityProviderIn(root);
    const entityId = entity.attributes.get('entityID') ?? '';
    if (!isPlainName(entityId) || entityId.length > MAX_ENTITY_ID)
      refuseSaml(
        'entity-id',
        `The entityID is ${shown(entityId)}; it has to have 1 to ${MAX_ENTITY_ID} characters, none of them invisible, and no white space except single spaces between others.`,
      );
    return {
      ok: true,
      entityId,
      signOnAddress: signOnAddressIn(descriptor),
      certificates: certificatesIn(descriptor),
    } as const;
  });
}

function identityProviderIn(root: XmlElement) {
  const found = everyElement(root)
    .filter((each) => is(each, md('EntityDescriptor')))
    .flatMap((entity) =>
      childrenOf(entity, md('IDPSSODescriptor'))
        .filter(speaksSaml2)
        .map((descriptor) => ({ entity, descriptor })),
    );
  const [first, ...more] = found;
  if (!first)
    refuseSaml(
      'no-identity-provider',
      'The metadata describes no identity provider for SAML 2.0: it has no IDPSSODescriptor. Metadata of a service provider does not help here.',
    );
  if (more.length > 0)
    refuseSaml(
      'no-identity-provider',
      `The metadata describes ${counted(found.length, 'identity provider')}. Enter metadata of a single one.`,
    );
  return first;
}

const speaksSaml2 = (descriptor: XmlElement): boolean =>
  (descriptor.attributes.get('protocolSupportEnumeration') ?? '').split(/\s+/).includes(PROTOCOL);

/** The first address for the HTTP-Redirect binding; that is the only one by which we send requests. */
function signOnAddressIn(descriptor: XmlElement): URL {
  const locations = childrenOf(descriptor, md('SingleSignOnService'))
    .filter(({ attributes }) => attributes.get('Binding') === REDIRECT_BINDING)
    .map(({ attributes }) => attributes.get('Location'));
  const address = locations.map((each) => URL.parse(each ?? ''))[0];
  if (address?.protocol !== 'https:' || address.username !== '' || address.password !== '')
    refuseSaml(
      'sign-on-address',
      `The metadata has ${shown(locations[0])} as its SingleSignOnService with the binding HTTP-Redirect; it has to be an address with https.`,
    );
  return address;
}

/**
 * Keys for signing, and those without a use, which are for both (saml-metadata 2.4.1.1). A certificate whose key we can't
 * use is passed over: an identity provider announces keys of other kinds beside.
 */
function certificatesIn(descriptor: XmlElement): readonly MetadataCertificate[] {
  const encoded = childrenOf(descriptor, md('KeyDescriptor'))
    .filter(({ attributes }) => (attributes.get('use') ?? 'signing') === 'signing')
    .flatMap(everyElement)
    .filter((each) => is(each, ds('X509Certificate')))
    .map(plainTextIn);
  const usable = encoded.flatMap(
    (text) => readSigningCertificate(Buffer.from(text, 'base64')) ?? [],
  );
  const certificates = new Map(
    usable.map(({ certificate }) => {
      const sha256 = fingerprintOf(certificate);
      const notAfter = new Date(certificate.validTo);
      return [sha256, { pem: certificate.toString(), notAfter, sha256 }];
    }),
  );
  if (certificates.size === 0)
    refuseSaml(
      'certificates',
      `The metadata has ${counted(encoded.length, 'certificate')} for signing, and none with an RSA key of 2048 to 8192 bits.`,
    );
  if (certificates.size > MAX_CERTIFICATES)
    refuseSaml(
      'certificates',
      `The metadata has ${counted(certificates.size, 'certificate')} for signing; at most ${MAX_CERTIFICATES} are accepted.`,
    );
  return [...certificates.values()];
}
