import { ASSERTION, NAME_ID } from './names.ts';
import { refuseSaml, shown } from './refusal.ts';
import { expiredAt, iso, MAX_AGE_MS, SKEW_MS, timeOf, validFrom } from './saml-time.ts';
import {
  childrenOf,
  type Kind,
  onlyChild,
  requireOnly,
  trimmedText,
  type XmlElement,
} from './xml.ts';

const saml = (name: string): Kind => [ASSERTION, name];

/** Refuses another issuer than that of the connection: one key may sign for several. */
export function requireIssuer(element: XmlElement, issuer: XmlElement, expected: string): void {
  const found = trimmedText(issuer);
  const format = issuer.attributes.get('Format') ?? NAME_ID.entity;
  if (format !== NAME_ID.entity)
    refuseSaml(
      'issuer',
      `The issuer of the ${element.name} has the format ${shown(format)}; it has to be an entity id.`,
    );
  if (found !== expected)
    refuseSaml(
      'issuer',
      `The issuer of the ${element.name} is ${shown(found)}; the entity id of the identity provider is ${shown(expected)}.`,
    );
}

/** Refuses an assertion that is too old, too young, for somebody else, or under a condition that we don't know. */
export function checkConditions(
  assertion: XmlElement,
  entityId: string,
  now: number,
): { readonly issuedAt: number; readonly endsAt: number | undefined } {
  const conditions = onlyChild(assertion, saml('Conditions'), 'condition');
  const notBefore = timeOf(conditions, 'NotBefore');
  if (notBefore !== undefined && notBefore - SKEW_MS > now)
    refuseSaml('not-yet-valid', validFrom('The assertion', notBefore, now));
  const endsAt = timeOf(conditions, 'NotOnOrAfter');
  if (endsAt !== undefined && endsAt + SKEW_MS <= now)
    refuseSaml('expired', expiredAt('The assertion', endsAt, now));
  const issuedAt = timeOf(assertion, 'IssueInstant');
  if (issuedAt === undefined || Math.abs(now - issuedAt) > MAX_AGE_MS)
    refuseSaml(
      'issue-instant',
      `The assertion was issued at ${issuedAt === undefined ? 'no time' : iso(issuedAt)}, and here it is ${iso(now)}; these may be ten minutes apart. Compare the clocks of both servers.`,
    );
  // A condition that is not understood makes the assertion invalid (saml-core 2.5.1.1).
  requireOnly(
    conditions,
    ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'].map(saml),
    'condition',
  );
  requireAudience(conditions, entityId);
  return { issuedAt, endsAt };
}

function requireAudience(conditions: XmlElement, entityId: string): void {
  const restrictions = childrenOf(conditions, saml('AudienceRestriction'));
  if (restrictions.length === 0)
    refuseSaml('audience', `The assertion names no Audience; it has to be ${shown(entityId)}.`);
  for (const restriction of restrictions) {
    requireOnly(restriction, [saml('Audience')], 'audience');
    const audiences = childrenOf(restriction, saml('Audience')).map(trimmedText);
    if (!audiences.includes(entityId))
      refuseSaml(
        'audience',
        `The Audience of the assertion is ${audiences.map(shown).join(', ') || 'nothing'}; it has to be ${shown(entityId)}, the entity id of this connection.`,
      );
  }
}

/** Reads when the person authenticated there, and until when their session may last. */
export function readAuthentication(
  assertion: XmlElement,
  now: number,
): { readonly authenticatedAt: Date; readonly sessionEndsAt: Date | undefined } {
  const statements = childrenOf(assertion, saml('AuthnStatement'));
  const instants = statements.map((each) => timeOf(each, 'AuthnInstant') ?? Number.NaN);
  const authenticatedAt = Math.min(...instants);
  if (statements.length === 0 || Number.isNaN(authenticatedAt))
    refuseSaml(
      'authentication',
      'The assertion does not say when the person authenticated: it has no AuthnStatement with an AuthnInstant.',
    );
  if (authenticatedAt - SKEW_MS > now)
    refuseSaml(
      'authentication',
      validFrom('The authentication of the person', authenticatedAt, now),
    );
  const ends = statements.flatMap((each) => timeOf(each, 'SessionNotOnOrAfter') ?? []);
  if (ends.length === 0)
    return { authenticatedAt: new Date(authenticatedAt), sessionEndsAt: undefined };
  const endsAt = Math.min(...ends);
  if (endsAt + SKEW_MS <= now)
    refuseSaml(
      'expired',
      expiredAt('The session at the identity provider (SessionNotOnOrAfter)', endsAt, now),
    );
  return { authenticatedAt: new Date(authenticatedAt), sessionEndsAt: new Date(endsAt) };
}
