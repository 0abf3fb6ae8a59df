// Answers that are odd in a single place: names, ids, places of signatures, XML, times. What is accepted here is harmless.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  assertionXml,
  encodedSaml,
  makeSamlKeys,
  responseXml,
  SAML_SERVICE,
  type SamlAnswer,
  samlAnswer,
  signSaml,
} from '../../test/support/saml-answers.ts';
import { readSamlAnswer } from './index.ts';

const keys = makeSamlKeys();
const now = Date.now();
const written = (change: Partial<SamlAnswer> = {}): string =>
  responseXml(samlAnswer({ ...SAML_SERVICE, now, ...change }));
const signed = (change: Partial<SamlAnswer> = {}): string => signSaml(written(change), keys);
/** Changes an answer before it is signed, as only the identity provider can. */
const signedWith = (
  from: string | RegExp,
  to: string,
  change: Partial<SamlAnswer> = {},
): string => {
  const xml = written(change);
  assert.notEqual(xml.replace(from, to), xml);
  return signSaml(xml.replace(from, to), keys);
};
const read = (xml: string, requestId: string | undefined = SAML_SERVICE.requestId) =>
  readSamlAnswer(encodedSaml(xml), {
    ...SAML_SERVICE,
    requestId,
    certificates: [keys.certificate],
    now: new Date(now),
  });
const good = signed();
const id = / ID="(_a[^"]*)"/.exec(good)?.[1] ?? '';
const extended = (xml: string): string =>
  good.replace('<samlp:Status>', `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`);
const changed = (from: string | RegExp, to: string): string => {
  assert.notEqual(good.replace(from, to), good);
  return good.replace(from, to);
};
const oid = { attributes: { oid: ['a'] } };
const bearer = /(<saml:SubjectConfirmation [\s\S]*<\/saml:SubjectConfirmation>)/;
const until = (time: string): string => signedWith(/(Data NotOnOrAfter=")[^"]*/, `$1${time}`);

const odd: Readonly<
  Record<string, readonly (readonly [name: string, xml: string, code: string])[]>
> = {
  names: [
    ['nothing', signed({ nameId: '' }), 'name-id'],
    ['a space at the end', signed({ nameId: 'ann@acme.test ' }), 'name-id'],
    ['a space that does not break', signed({ nameId: 'ann@acme.test\u00a0' }), 'name-id'],
    ['a character without width', signed({ nameId: 'ann\u200b@acme.test' }), 'name-id'],
    ['a change of direction', signed({ nameId: 'ann\u202e@acme.test' }), 'name-id'],
    ['a lost character', signed({ nameId: 'ann\ufffd' }), 'name-id'],
    ['a line', signed({ nameId: 'ann&#10;b' }), 'name-id'],
    ['513 characters', signed({ nameId: 'a'.repeat(513) }), 'name-id'],
    [
      'a name for this once',
      signed({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
      'name-id',
    ],
    [
      'a name of another provider',
      signedWith('<saml:NameID', '<saml:NameID NameQualifier="https://other"'),
      'name-id',
    ],
    [
      'a name for another service',
      signedWith('<saml:NameID', '<saml:NameID SPNameQualifier="https://other"'),
      'name-id',
    ],
    ['CDATA', changed('ann@acme.test', '<![CDATA[ann@acme.test]]>'), 'forbidden-markup'],
    ['a reference to no character', changed('ann@acme.test', '&#xD800;ann@acme.test'), 'not-xml'],
    ['a reference beyond Unicode', changed('ann@acme.test', '&#x110000;ann@acme.test'), 'not-xml'],
  ],
  ids: [
    ['a letter beyond ASCII', signed({ assertionId: '_\u0430' }), 'structure'],
    ['a quote', signed({ assertionId: "_a'b" }), 'structure'],
    ['nothing', changed(`ID="${id}"`, 'ID=""'), 'structure'],
    [
      'none, and a reference to "undefined"',
      good.replace(` ID="${id}"`, '').replace(`#${id}`, '#undefined'),
      'signature-form',
    ],
    ['a reference to the whole document', changed(`URI="#${id}"`, 'URI=""'), 'signature-form'],
    ['an expression as a reference', changed(`#${id}`, `#xpointer(id('${id}'))`), 'signature-form'],
    ['the same id with a prefix', extended(`<x xmlns:y="urn:y" y:ID="${id}"/>`), 'doubled-id'],
    ['the same id of XML', extended(`<x xml:id="${id}"/>`), 'doubled-id'],
    [
      'a request of 10,000 characters',
      signed({ requestId: `_${'a'.repeat(9999)}`, responseRequestId: `_${'a'.repeat(9999)}` }),
      'in-response-to',
    ],
    ['an empty request', signed({ requestId: '', responseRequestId: '' }), 'in-response-to'],
  ],
  signatures: [
    [
      'a value of another namespace in SignedInfo',
      changed(
        '<SignedInfo>',
        '<SignedInfo><x:SignatureValue xmlns:x="urn:x">AAAA</x:SignatureValue>',
      ),
      'signature-form',
    ],
    [
      'SignedInfo of another namespace before',
      extended('<x:SignedInfo xmlns:x="urn:x" xmlns:saml="urn:evil"/>'),
      'ok',
    ],
    [
      'the certificate of the connection, and another key',
      signSaml(written({ nameId: 'root' }), { ...makeSamlKeys(), certificate: keys.certificate }),
      'signature',
    ],
    [
      'a third transform',
      changed(
        '</Transforms>',
        '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/></Transforms>',
      ),
      'signature-form',
    ],
    [
      'no enveloped transform',
      changed(/<Transform Algorithm="[^"]*enveloped-signature"\/>/, ''),
      'signature-form',
    ],
    [
      'transforms in another order',
      changed(/(<Transform [^>]*\/>)(<Transform [^>]*\/>)/, '$2$1'),
      'algorithm',
    ],
    [
      'inclusive canonicalisation',
      changed(
        'CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
        'CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
      ),
      'algorithm',
    ],
    [
      'a length for HMAC',
      changed(
        /<SignatureMethod ([^>]*)\/>/,
        '<SignatureMethod $1><HMACOutputLength>0</HMACOutputLength></SignatureMethod>',
      ),
      'signature-form',
    ],
    ['no value', changed(/<SignatureValue>[^<]*/, '<SignatureValue>'), 'signature-form'],
    ['the same signature twice', changed(/(<Signature [\s\S]*<\/Signature>)/, '$1$1'), 'structure'],
    [
      'a valid one around a broken one',
      signSaml(changed(/<SignatureValue>[^<]{4}/, '<SignatureValue>AAAA'), keys, {
        what: 'Response',
      }),
      'signature',
    ],
    [
      'a long list of prefixes',
      changed(
        /<CanonicalizationMethod ([^>]*)\/>/,
        `<CanonicalizationMethod $1><ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${'a '.repeat(101)}"/></CanonicalizationMethod>`,
      ),
      'too-complex',
    ],
  ],
  xml: [
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${good}`, 'not-utf8'],
    [
      'a mark of the byte order, and a declaration',
      `\ufeff<?xml version="1.0" encoding="UTF-8"?>${good}`,
      'ok',
    ],
    [
      'a script of HTML',
      extended('<script xmlns="http://www.w3.org/1999/xhtml">a</script>'),
      'not-xml',
    ],
    ['a prefix that nobody declares', extended('<q:a/>'), 'not-xml'],
    ['a prefix that every object has', extended('<constructor:a/>'), 'not-xml'],
    [
      'a prefix that changes an object',
      extended('<__proto__:a xmlns:__proto__="urn:x"/>'),
      'not-xml',
    ],
    ['an attribute that every object has', extended('<a hasOwnProperty="1" b="2"/>'), 'not-xml'],
    [
      'a namespace with a quote',
      changed('<saml:Assertion ', '<saml:Assertion xmlns:x="a&quot; ID=&quot;_evil" '),
      'not-xml',
    ],
    [
      'an attribute like a namespace',
      changed('<saml:Assertion ', '<saml:Assertion xmlnsfoo="1" '),
      'not-xml',
    ],
    ['an end with an attribute', changed('</saml:Subject>', '</saml:Subject x="1">'), 'not-xml'],
    ['text between elements', changed('<samlp:Status>', 'text<samlp:Status>'), 'structure'],
    [
      'a second status',
      changed(
        '<samlp:Status>',
        '<samlp:Status><samlp:StatusCode Value="x"/></samlp:Status><samlp:Status>',
      ),
      'status',
    ],
    [
      'the answer to a sign-out',
      good.replaceAll('samlp:Response', 'samlp:LogoutResponse'),
      'not-a-response',
    ],
    ['SAML 1', signedWith('Version="2.0" IssueInstant', 'Version="1.1" IssueInstant'), 'version'],
    [
      'advice with another assertion',
      signedWith(
        '<saml:AuthnStatement',
        `<saml:Advice>${assertionXml(samlAnswer({ ...SAML_SERVICE, nameId: 'root' }))}</saml:Advice><saml:AuthnStatement`,
      ),
      'structure',
    ],
  ],
  meaning: [
    ['two confirmations', signedWith(bearer, '$1$1'), 'subject-confirmation'],
    [
      'a confirmation from a time on',
      signedWith(
        '<saml:SubjectConfirmationData',
        '<saml:SubjectConfirmationData NotBefore="2020-01-01T00:00:00Z"',
      ),
      'subject-confirmation',
    ],
    ['a month that does not exist', until('2026-13-01T00:00:00Z'), 'time-format'],
    ['a time with a zone', until('2036-01-01T00:00:00+00:00'), 'time-format'],
    ['a year of five digits', until('10000-01-01T00:00:00Z'), 'time-format'],
    ['the last second that there is', until('9999-12-31T23:59:59Z'), 'ok'],
    [
      'no statement of authentication',
      signedWith(/<saml:AuthnStatement[\s\S]*<\/saml:AuthnStatement>/, ''),
      'authentication',
    ],
    [
      'an audience with a slash more',
      signed({ audience: `${SAML_SERVICE.entityId}/` }),
      'audience',
    ],
    [
      'an issuer of another format',
      signedWith('<saml:Issuer>', '<saml:Issuer Format="urn:x">'),
      'issuer',
    ],
    ['a recipient in capitals', signed({ recipient: SAML_SERVICE.acs.toUpperCase() }), 'recipient'],
  ],
};

describe('odd answers', () => {
  for (const [group, cases] of Object.entries(odd)) {
    for (const [name, xml, code] of cases)
      test(`${group}: ${name}: ${code}`, () => {
        const found = read(xml, name.includes('request') ? undefined : '_req1');
        assert.equal(found.ok ? 'ok' : found.code, code);
      });
  }

  for (const [name, xml, values] of [
    [
      'with names that every object has',
      signed({ attributes: JSON.parse('{"__proto__":["x"],"constructor":["y"]}') }),
      [
        ['__proto__', ['x']],
        ['constructor', ['y']],
      ],
    ],
    [
      'that are there twice are read together',
      signedWith(
        '</saml:AttributeStatement>',
        '<saml:Attribute Name="oid"><saml:AttributeValue>b</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>',
        oid,
      ),
      [['oid', ['a', 'b']]],
    ],
    ['with elements inside have no value', signedWith('>a<', '>ro<b/>ot<', oid), [['oid', []]]],
    [
      'of another namespace are none',
      signedWith(
        '<saml:AttributeStatement>',
        '<saml:AttributeStatement><x:Attribute xmlns:x="urn:x" Name="oid"><x:AttributeValue>root</x:AttributeValue></x:Attribute>',
        oid,
      ),
      [['oid', ['a']]],
    ],
    ['with line ends keep them', signedWith('>a<', '>a&#13;&#10;b<', oid), [['oid', ['a\r\nb']]]],
  ] as const) {
    test(`attributes ${name}`, () => {
      const found = read(xml);
      assert.ok(found.ok, JSON.stringify(found));
      assert.deepEqual([...found.identity.attributes], values);
    });
  }
});
