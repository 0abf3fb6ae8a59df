// Answers as identity providers send them, and the times and certificates around them.
import assert from 'node:assert/strict';
import { createSign } from 'node:crypto';
import { describe, test } from 'node:test';
import { DOMParser, type DomElement, type DomNode } from '@xmldom/xmldom';
import { ExclusiveCanonicalization } from 'xml-crypto';
import {
  encodedSaml,
  makeSamlKeys,
  responseXml,
  SAML_SERVICE,
  type SamlAnswer,
  type SigningOptions,
  samlAnswer,
  signSaml,
} from '../../test/support/saml-answers.ts';
import { type ExpectedAnswer, readSamlAnswer } from './index.ts';

const keys = makeSamlKeys();
const newKeys = makeSamlKeys();
const answer = (change: Partial<SamlAnswer> = {}) => samlAnswer({ ...SAML_SERVICE, ...change });
const signed = (change: Partial<SamlAnswer> = {}, options: SigningOptions = {}) =>
  signSaml(responseXml(answer(change)), keys, options);
const read = (xml: string, change: Partial<ExpectedAnswer> = {}) =>
  readSamlAnswer(encodedSaml(xml), {
    ...SAML_SERVICE,
    certificates: [keys.certificate],
    now: new Date(),
    ...change,
  });
const outcome = (xml: string, change: Partial<ExpectedAnswer> = {}): string => {
  const found = read(xml, change);
  return found.ok ? found.identity.nameId : found.code;
};
const OKTA = {
  prefix: 'ds',
  prefixes: ['xs'],
} as const;

/** Writes attributes as Okta does: with a type, whose prefix is declared outside of the value. */
const typed = (xml: string): string =>
  xml
    .replace(
      '<saml:AttributeStatement>',
      '<saml:AttributeStatement xmlns:xs="http://www.w3.org/2001/XMLSchema">',
    )
    .replaceAll(
      '<saml:AttributeValue>',
      '<saml:AttributeValue xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
    );

function signedInfoIn(node: DomNode): DomElement | undefined {
  if (node.nodeType !== 1) return undefined;
  if (node.localName === 'SignedInfo') return node;
  return Array.from(node.childNodes).flatMap((child) => signedInfoIn(child) ?? [])[0];
}

/**
 * xml-crypto writes InclusiveNamespaces into a wrong namespace, and into both transforms. Okta has it in the right one, and
 * wraps its base64.
 */
function asOktaWrites(xml: string): string {
  const patched = xml
    .replace(/(enveloped-signature">)<InclusiveNamespaces [^>]*\/>/, '$1')
    .replaceAll(
      /<InclusiveNamespaces PrefixList="xs"[^>]*\/>/g,
      '<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="xs"/>',
    );
  const ignore = (): void => {};
  const errorHandler = { warning: ignore, error: ignore, fatalError: ignore };
  const root = new DOMParser({ errorHandler }).parseFromString(
    patched,
    'text/xml',
  )?.documentElement;
  const info = root ? signedInfoIn(root) : undefined;
  assert.ok(info);
  const canonical = new ExclusiveCanonicalization().process(info, {});
  const value = createSign('RSA-SHA256').update(canonical).sign(keys.privateKey, 'base64');
  return patched.replace(
    /<ds:SignatureValue>[^<]*</,
    `<ds:SignatureValue>${value.replaceAll(/(.{76})/g, '$1\n')}<`,
  );
}

describe('honest answers', () => {
  const okta = asOktaWrites(
    signSaml(typed(responseXml(answer({ attributes: { id: ['00u1'] } }))), keys, OKTA),
  );

  test('an answer of Okta is read, with typed values and a list of prefixes', () => {
    assert.match(okta, /<ec:InclusiveNamespaces /);
    const found = read(okta);
    assert.ok(found.ok, JSON.stringify(found));
    assert.deepEqual([...found.identity.attributes], [['id', ['00u1']]]);
    assert.equal(outcome(okta.replace('00u1', '00u2')), 'signature');
  });

  test('base64 may be wrapped, and lines may end as on Windows', () => {
    const wrapped = encodedSaml(signed()).replaceAll(/(.{76})/g, '$1\r\n');
    const now = new Date();
    const expected = { ...SAML_SERVICE, certificates: [keys.certificate], now };
    assert.ok(readSamlAnswer(wrapped, expected).ok);
    const lines = responseXml(answer()).replaceAll('><', '>\n<');
    assert.equal(outcome(signSaml(lines, keys).replaceAll('\n', '\r\n')), 'ann@acme.test');
  });

  for (const algorithm of [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]) {
    test(`${algorithm} is accepted, with both digests`, () => {
      const digest = 'http://www.w3.org/2001/04/xmlenc#sha512';
      assert.equal(outcome(signed({}, { algorithm })), 'ann@acme.test');
      assert.equal(outcome(signed({}, { algorithm, digest })), 'ann@acme.test');
      const changed = signed({}, { algorithm }).replace('ann@', 'root@');
      assert.equal(outcome(changed), 'signature');
    });
  }

  test('while certificates change, the old and the new one are accepted, and then the new one', () => {
    const after = signSaml(responseXml(answer()), newKeys);
    const both = { certificates: [keys.certificate, newKeys.certificate] };
    const swapped = { certificates: [newKeys.certificate, keys.certificate] };
    for (const xml of [signed(), after]) {
      assert.equal(outcome(xml, both), 'ann@acme.test');
      assert.equal(outcome(xml, swapped), 'ann@acme.test');
    }
    assert.equal(outcome(signed(), { certificates: [newKeys.certificate] }), 'signature');
    assert.equal(outcome(after), 'signature');
  });

  test('a certificate that has ended goes on: its key is what an admin trusts', () => {
    const ended = makeSamlKeys({ until: Date.now() - 1000 });
    const xml = signSaml(responseXml(answer()), ended);
    assert.equal(outcome(xml, { certificates: [ended.certificate] }), 'ann@acme.test');
  });

  test('keys that are too short or of another kind sign nothing', () => {
    const short = makeSamlKeys({ bits: 1024 });
    const xml = signSaml(responseXml(answer()), short);
    assert.equal(outcome(xml, { certificates: [short.certificate] }), 'certificates');
    const curve = makeSamlKeys({ curve: 'P-256' }).certificate;
    assert.equal(outcome(signed(), { certificates: [curve] }), 'certificates');
    assert.equal(outcome(signed(), { certificates: ['no certificate'] }), 'certificates');
    const beside = { certificates: [curve, short.certificate, keys.certificate] };
    assert.equal(outcome(signed(), beside), 'ann@acme.test');
  });

  for (const [what, change, seconds, code] of [
    ['the conditions end', { notOnOrAfter: 0 }, 1, 'expired'],
    ['the confirmation ends', { confirmedUntil: 0 }, 1, 'expired'],
    ['the session ends', { sessionEndsAt: 0 }, 1, 'expired'],
    ['the conditions begin', { notBefore: 0 }, -1, 'not-yet-valid'],
    ['the person authenticates', { authenticatedAt: 0 }, -1, 'authentication'],
  ] as const) {
    test(`clocks may be 59 seconds apart when ${what}, and not 61`, () => {
      const now = Date.now();
      const xml = signed({ now, ...(seconds < 0 ? { notBefore: undefined } : {}), ...change });
      const at = (apart: number) => ({ now: new Date(now + seconds * apart * 1000) });
      assert.equal(outcome(xml, at(59)), 'ann@acme.test');
      assert.equal(outcome(xml, at(61)), code);
    });
  }

  test('an assertion is accepted for ten minutes, whatever it says itself', () => {
    const now = Date.now();
    const xml = signed({ now, notOnOrAfter: 86_400, confirmedUntil: 86_400, notBefore: -86_400 });
    const found = read(xml);
    assert.equal(found.ok && found.identity.usableUntil.getTime(), now + 660_000);
    assert.equal(outcome(xml, { now: new Date(now + 599_000) }), 'ann@acme.test');
    assert.equal(outcome(xml, { now: new Date(now + 601_000) }), 'issue-instant');
    const young = signed({ now, issuedAt: 601, notBefore: undefined });
    assert.equal(outcome(young, { now: new Date(now) }), 'issue-instant');
  });

  test('it says when the person authenticated, and until when the session may last', () => {
    const now = Date.now();
    const found = read(signed({ now, authenticatedAt: -3600, sessionEndsAt: 3600 }));
    assert.ok(found.ok);
    assert.equal(found.identity.authenticatedAt.getTime(), now - 3_600_000);
    assert.equal(found.identity.sessionEndsAt?.getTime(), now + 3_600_000);
    assert.equal(found.identity.usableUntil.getTime(), now + 360_000);
  });

  test('the same assertion has the same id, so that it can be refused the second time', () => {
    const xml = signed();
    const [first, second] = [read(xml), read(xml)];
    assert.ok(first.ok && second.ok);
    assert.equal(first.identity.assertionId, second.identity.assertionId);
  });

  test('the same key does not make an answer for one tenant one for another', () => {
    const acme = signed();
    const other = {
      entityId: 'https://forms.test/saml/other',
      acs: 'https://forms.test/saml/other/acs',
    };
    assert.equal(outcome(acme, other), 'recipient');
    assert.equal(outcome(acme, { entityId: other.entityId }), 'audience');
    assert.equal(outcome(acme, { issuer: 'https://idp.test/other' }), 'issuer');
  });

  test('a failure at the identity provider is told to the admin in its words', () => {
    const failed = responseXml(answer({ status: 'Responder' }), '').replace(
      /<samlp:StatusCode ([^>]*)\/>/,
      '<samlp:StatusCode $1><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:NoPassive"/></samlp:StatusCode><samlp:StatusMessage>AADSTS50105: not assigned</samlp:StatusMessage>',
    );
    const found = read(failed);
    assert.ok(!found.ok);
    assert.equal(found.code, 'status');
    assert.match(found.said, /Responder", ".*NoPassive", "AADSTS50105: not assigned"/);
  });

  test('an encrypted assertion is refused with what to change', () => {
    const found = read(
      responseXml(
        answer(),
        '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>',
      ),
    );
    assert.ok(!found.ok);
    assert.equal(found.code, 'encrypted');
    assert.match(found.said, /Turn the encryption of assertions off/);
  });
});
