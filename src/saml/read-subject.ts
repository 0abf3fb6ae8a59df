import { counted } from '#kernel/counted.ts';
import { isPlainName } from '#kernel/unseen.ts';
import { ASSERTION, BEARER, NAME_ID } from './names.ts';
import { refuseSaml, shown } from './refusal.ts';
import { expiredAt, SKEW_MS, timeOf } from './saml-time.ts';
import {
  childrenOf,
  type Kind,
  onlyChild,
  plainTextIn,
  requireOnly,
  type XmlElement,
} from './xml.ts';

const saml = (name: string): Kind => [ASSERTION, name];

const MAX_NAME = 512;

export interface ExpectedSubject {
  readonly issuer: string;
  readonly entityId: string;
  readonly acs: string;
  readonly requestId: string | undefined;
}

/** Who the assertion is about: one name, of text alone. */
export function readNameId(
  assertion: XmlElement,
  { issuer, entityId }: ExpectedSubject,
): { readonly nameId: string; readonly nameIdFormat: string | undefined } {
  const subject = onlyChild(assertion, saml('Subject'), 'name-id');
  requireOnly(subject, ['NameID', 'SubjectConfirmation'].map(saml), 'name-id');
  const element = onlyChild(subject, saml('NameID'), 'name-id');
  const nameId = plainTextIn(element);
  if (!isPlainName(nameId) || nameId.length > MAX_NAME)
    refuseSaml(
      'name-id',
      `The NameID is ${shown(nameId)}; it has to have 1 to ${MAX_NAME} characters, none of them invisible, and no white space except single spaces between others.`,
    );
  const nameIdFormat = element.attributes.get('Format');
  const formats: readonly (string | undefined)[] = [
    NAME_ID.transient,
    NAME_ID.entity,
    NAME_ID.encrypted,
  ];
  if (formats.includes(nameIdFormat))
    refuseSaml(
      'name-id',
      `The NameID has the format ${shown(nameIdFormat)}, which does not say who somebody is the next time. Choose persistent, emailAddress or unspecified at the identity provider.`,
    );
  requireQualifier(element, 'NameQualifier', issuer);
  requireQualifier(element, 'SPNameQualifier', entityId);
  return { nameId, nameIdFormat };
}

/** A qualified name belongs to the space of names of its qualifier (saml-core 2.2.2): the same text is somebody else. */
function requireQualifier(nameId: XmlElement, attribute: string, expected: string): void {
  const found = nameId.attributes.get(attribute) ?? expected;
  if (found !== expected)
    refuseSaml(
      'name-id',
      `The ${attribute} of the NameID is ${shown(found)}; it has to be ${shown(expected)}, or not there.`,
    );
}

/**
 * Returns the request that the assertion answers, and until when it may be used: of the confirmation by its bearer, which
 * has to be for us (saml-profiles 4.1.4.2).
 */
export function readConfirmation(
  assertion: XmlElement,
  expected: ExpectedSubject,
  now: number,
): { readonly requestId: string | undefined; readonly endsAt: number } {
  const subject = onlyChild(assertion, saml('Subject'), 'name-id');
  const [confirmation, ...more] = childrenOf(subject, saml('SubjectConfirmation')).filter(
    (each) => each.attributes.get('Method') === BEARER,
  );
  if (!confirmation || more.length > 0)
    refuseSaml(
      'subject-confirmation',
      `The assertion has ${counted(confirmation ? more.length + 1 : 0, 'element')} SubjectConfirmation with the method bearer; it has to be one.`,
    );
  requireOnly(confirmation, [saml('SubjectConfirmationData')], 'subject-confirmation');
  const data = onlyChild(confirmation, saml('SubjectConfirmationData'), 'subject-confirmation');
  const recipient = data.attributes.get('Recipient');
  if (recipient !== expected.acs)
    refuseSaml(
      'recipient',
      `The Recipient of the assertion is ${shown(recipient)}; it has to be ${shown(expected.acs)}, the assertion consumer service of this connection.`,
    );
  if (data.attributes.has('NotBefore'))
    refuseSaml(
      'subject-confirmation',
      'The SubjectConfirmationData has a NotBefore, which SAML forbids.',
    );
  const endsAt = timeOf(data, 'NotOnOrAfter');
  if (endsAt === undefined)
    refuseSaml(
      'subject-confirmation',
      'The SubjectConfirmationData has no NotOnOrAfter, which SAML requires.',
    );
  if (endsAt + SKEW_MS <= now) refuseSaml('expired', expiredAt('The assertion', endsAt, now));
  return { requestId: data.attributes.get('InResponseTo'), endsAt };
}
