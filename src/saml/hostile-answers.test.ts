// What an attacker tries with an answer, and what the reader says to it. A new idea becomes a line here.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { ExclusiveCanonicalization, SignedXml } from 'xml-crypto';
import { cpuMsOf } from '../../test/support/cpu-time.ts';
import {
  assertionXml,
  encodedSaml,
  makeSamlKeys,
  responseXml,
  SAML_SERVICE,
  type SamlAnswer,
  type SigningOptions,
  samlAnswer,
  signSaml,
} from '../../test/support/saml-answers.ts';
import { readSamlAnswer, type SamlRefusalCode } from './index.ts';

const keys = makeSamlKeys();
const others = makeSamlKeys();
const now = Date.now();
const answer = (change: Partial<SamlAnswer> = {}): SamlAnswer =>
  samlAnswer({ ...SAML_SERVICE, now, ...change });
const written = (change: Partial<SamlAnswer> = {}): string => responseXml(answer(change));
/** An answer with something wrong that the identity provider has signed. */
const signed = (change: Partial<SamlAnswer> = {}, options: SigningOptions = {}): string =>
  signSaml(written(change), keys, options);
const around = (inner: string, change: Partial<SamlAnswer> = {}): string =>
  responseXml(answer(change), inner);

const good = signed();
const evil = good.replace('ann@acme.test', 'root@acme.test');
const forged = assertionXml(answer({ assertionId: '_evil', nameId: 'root@acme.test' }));
const [signedAssertion = ''] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(good) ?? [];
const [signature = ''] = /<Signature[\s\S]*<\/Signature>/.exec(good) ?? [];
const original = signedAssertion.replace(signature, '');
const originalId = / ID="([^"]+)"/.exec(original)?.[1] ?? '';
const [signedInfo = ''] = /<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(good) ?? [];

/** The digest that the assertion in `evil` would have to have. */
const forgedDigest = (() => {
  const unsigned = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(
    evil.replace(/<Signature[\s\S]*<\/Signature>/, ''),
  )?.[0];
  const root = new DOMParser({
    errorHandler: { warning() {}, error() {}, fatalError() {} },
  }).parseFromString(unsigned ?? '', 'text/xml')?.documentElement;
  assert.ok(root);
  const canonical = new ExclusiveCanonicalization().process(root, {});
  return createHash('sha256').update(canonical).digest('base64');
})();
const withDigest = (xml: string, digest: (signedDigest: string) => string): string =>
  xml.replace(
    /<DigestValue>([^<]*)<\/DigestValue>/,
    (_all, found: string) => `<DigestValue>${digest(found)}</DigestValue>`,
  );

/** A signature by HMAC whose key is the certificate, which everybody knows. */
function signedByCertificate(): string {
  const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  const xml = new SignedXml({
    privateKey: keys.certificate,
    signatureAlgorithm: hmac,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  xml.enableHMAC();
  xml.addReference({
    xpath: "//*[local-name(.)='Assertion']",
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  xml.computeSignature(written({ nameId: 'root@acme.test' }), {
    location: {
      reference: "//*[local-name(.)='Assertion']/*[local-name(.)='Issuer']",
      action: 'after',
    },
  });
  return xml.getSignedXml();
}

const entities = (levels: number): string =>
  `<!DOCTYPE r [<!ENTITY a0 "lollollollol">${Array.from({ length: levels }, (_, i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`).join('')}]>`;

type Outcome = SamlRefusalCode | 'ann@acme.test';
type Attack = readonly [name: string, xml: string, expected: Outcome];

const honest: readonly Attack[] = [
  ['an assertion that is signed', good, 'ann@acme.test'],
  ['a response that is signed', signed({}, { what: 'Response' }), 'ann@acme.test'],
  ['both signed', signSaml(good, keys, { what: 'Response' }), 'ann@acme.test'],
];

const keysAndPlaces: readonly Attack[] = [
  ['no signature', written(), 'not-signed'],
  ['a signature with another key', signSaml(written(), others), 'signature'],
  [
    'a forged assertion before the signed one',
    good.replace('<saml:Assertion', `${forged}<saml:Assertion`),
    'structure',
  ],
  [
    'the signed assertion in an Object of the signature of a forged one',
    around(
      forged.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)}`,
      ),
    ),
    'structure',
  ],
  [
    'a forged assertion with the id of the signed one, which is in Extensions',
    around(
      `<samlp:Extensions>${original}</samlp:Extensions>${forged.replace('_evil', originalId).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)}`,
    ),
    'doubled-id',
  ],
  [
    'the signed assertion in Extensions, and a forged one beside',
    around(`<samlp:Extensions>${signedAssertion}</samlp:Extensions>${forged}`),
    'structure',
  ],
  [
    'a second SignedInfo',
    good.replace(signedInfo, signedInfo + withDigest(signedInfo, () => 'AAAA')),
    'signature-form',
  ],
  [
    'a second Reference',
    good.replace(/(<Reference[\s\S]*<\/Reference>)/, '$1$1'),
    'signature-form',
  ],
  [
    'a comment that hides a digest',
    withDigest(good, (found) => `<!--${forgedDigest}-->${found}`),
    'forbidden-markup',
  ],
  ['a signature by HMAC with the certificate as its key', signedByCertificate(), 'algorithm'],
  [
    'RSA with SHA-1',
    signed(
      {},
      {
        algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
        digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
      },
    ),
    'algorithm',
  ],
  [
    'a digest with SHA-1',
    signed({}, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    'algorithm',
  ],
  [
    'CVE-2025-29775: a forged digest in a comment before the real one',
    withDigest(evil, (found) => `<!--${forgedDigest}-->${found}`),
    'forbidden-markup',
  ],
  [
    'CVE-2025-29775: a forged digest in a comment after the real one',
    withDigest(evil, (found) => `${found}<!--${forgedDigest}-->`),
    'forbidden-markup',
  ],
  [
    'CVE-2025-29775: the real digest in a comment',
    withDigest(evil, (found) => `${forgedDigest}<!--${found}-->`),
    'forbidden-markup',
  ],
  [
    'CVE-2025-29774: a forged SignedInfo before the real one',
    evil.replace(signedInfo, withDigest(signedInfo, () => forgedDigest) + signedInfo),
    'signature-form',
  ],
  [
    'CVE-2025-29774: a forged SignedInfo after the real one',
    evil.replace(signedInfo, signedInfo + withDigest(signedInfo, () => forgedDigest)),
    'signature-form',
  ],
  [
    'a forged digest, with the signature of the real one',
    withDigest(evil, () => forgedDigest),
    'signature',
  ],
  [
    'another way to write the same text',
    good.replace('ann@acme.test', '&#97;nn@acme.test'),
    'ann@acme.test',
  ],
  [
    'a namespace that nothing uses',
    evil.replace('<saml:Assertion ', '<saml:Assertion xmlns:z="rel" '),
    'signature',
  ],
];

const markup: readonly Attack[] = [
  [
    'a comment in the NameID, signed',
    signed({ nameId: 'ann@acme.test<!--x-->.evil.test' }),
    'forbidden-markup',
  ],
  [
    'a comment in the NameID',
    good.replace('ann@acme.test', 'ann@acme<!--x-->.test'),
    'forbidden-markup',
  ],
  [
    'an instruction in the NameID',
    good.replace('ann@acme.test', 'ann@acme.test<?x y?>.test'),
    'forbidden-markup',
  ],
  [
    'entities that grow',
    entities(8) + around(`<x>&a8;</x>${assertionXml(answer())}`),
    'forbidden-markup',
  ],
  ['a document type', entities(1) + good, 'forbidden-markup'],
  [
    'an external entity',
    `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good.replace('ann@acme.test', '&e;')}`,
    'forbidden-markup',
  ],
  ['200,000 nested elements', around('<a>'.repeat(200_000) + '</a>'.repeat(200_000)), 'too-large'],
  ['30,000 nested elements', around('<a>'.repeat(30_000) + '</a>'.repeat(30_000)), 'too-complex'],
  [
    'nested elements that look closed',
    around('<a b="/>">'.repeat(15_000) + '</a>'.repeat(15_000)),
    'too-complex',
  ],
  ['50,000 siblings', around('<a/>'.repeat(50_000)), 'too-complex'],
  [
    'a megabyte of attributes',
    around(`<a ${Array.from({ length: 50_000 }, (_, i) => `b${i}="${i}"`).join(' ')}/>`),
    'too-large',
  ],
  [
    '10,000 attributes',
    around(`<a ${Array.from({ length: 10_000 }, (_, i) => `b${i}="${i}"`).join(' ')}/>`),
    'too-complex',
  ],
  [
    'an element in the NameID',
    signed({ nameId: '<b>root@acme.test</b>ann@acme.test' }),
    'structure',
  ],
  [
    'two Subjects',
    signSaml(
      written().replace(
        '</saml:Issuer><saml:Subject>',
        '</saml:Issuer><saml:Subject><saml:NameID>root@acme.test</saml:NameID></saml:Subject><saml:Subject>',
      ),
      keys,
    ),
    'name-id',
  ],
  [
    'a Subject of another namespace',
    signSaml(
      written().replace(
        '<saml:Subject>',
        '<x:Subject xmlns:x="urn:x"><x:NameID>root@acme.test</x:NameID></x:Subject><saml:Subject>',
      ),
      keys,
    ),
    'structure',
  ],
  ['an end that is missing', good.slice(0, -30), 'not-xml'],
  ['an element after the end', `${good}<x/>`, 'not-xml'],
];

const meaning: readonly Attack[] = [
  ['another audience', signed({ audience: 'https://other.test' }), 'audience'],
  ['no audience', signed({ audience: undefined }), 'audience'],
  ['no conditions', signed({ noConditions: true }), 'condition'],
  [
    'a second restriction to another audience',
    signed({
      conditions:
        '<saml:AudienceRestriction><saml:Audience>https://other</saml:Audience></saml:AudienceRestriction>',
    }),
    'audience',
  ],
  [
    'an unknown condition',
    signed({ conditions: '<saml:OneTimeUse/><x:C xmlns:x="urn:x"/>' }),
    'condition',
  ],
  ['conditions that have expired', signed({ notOnOrAfter: -120 }), 'expired'],
  ['conditions of the future', signed({ notBefore: 120 }), 'not-yet-valid'],
  ['a confirmation that has expired', signed({ confirmedUntil: -120 }), 'expired'],
  ['a confirmation without an end', signed({ confirmedUntil: undefined }), 'subject-confirmation'],
  ['another issuer with the same key', signed({ issuer: 'https://evil.test' }), 'issuer'],
  [
    'another issuer of the response, which is not signed',
    signed({ responseIssuer: 'https://evil.test' }),
    'issuer',
  ],
  [
    'the Recipient of another tenant',
    signed({ recipient: 'https://forms.test/saml/other/acs' }),
    'recipient',
  ],
  ['no Recipient', signed({ recipient: undefined }), 'recipient'],
  ['another Destination', signed({ destination: 'https://evil.test/acs' }), 'destination'],
  [
    'a signed response without a Destination',
    signed({ destination: undefined }, { what: 'Response' }),
    'destination',
  ],
  [
    'a holder of a key',
    signed({ method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }),
    'subject-confirmation',
  ],
  [
    'an answer that nobody asked for',
    signed({ requestId: undefined, responseRequestId: undefined }),
    'unsolicited',
  ],
  [
    'an answer that nobody asked for, with a request written outside',
    signed({ requestId: undefined, responseRequestId: '_req1' }),
    'in-response-to',
  ],
  [
    'an answer to another request',
    signed({ requestId: '_nope', responseRequestId: '_nope' }),
    'in-response-to',
  ],
  ['an answer to another request inside', signed({ requestId: '_other' }), 'in-response-to'],
  ['a failure with an assertion', signed({ status: 'Requester' }), 'status'],
];

function outcomeOf(xml: string): string {
  const read = readSamlAnswer(encodedSaml(xml), {
    ...SAML_SERVICE,
    certificates: [keys.certificate],
    now: new Date(now),
  });
  if (!read.ok) return read.code;
  assert.deepEqual([...read.identity.attributes], []);
  return read.identity.nameId;
}

describe('hostile answers', () => {
  for (const [group, attacks] of Object.entries({ honest, keysAndPlaces, markup, meaning })) {
    for (const [name, xml, expected] of attacks)
      test(`${group}: ${name}: ${expected}`, () => assert.equal(outcomeOf(xml), expected));
  }

  for (const [name, xml] of markup.filter(([, , expected]) => expected.startsWith('too-'))) {
    test(`${name} are refused before they cost anything`, () => {
      outcomeOf('<a/>');
      assert.ok(cpuMsOf(() => outcomeOf(xml)) < 100);
    });
  }
});
