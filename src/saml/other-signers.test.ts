// Answers that were signed by another implementation of XML Signature: xmlsec1 1.2.37, which canonicalises with libxml2.
// Whoever wants more of them signs them with `xmlsec1 --sign --id-attr:ID urn:oasis:names:tc:SAML:2.0:assertion:Assertion`.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodedSaml, SAML_SERVICE } from '../../test/support/saml-answers.ts';
import vectors from '../../test/support/saml-vectors.json' with { type: 'json' };
import { readSamlAnswer } from './index.ts';

const read = (xml: string) =>
  readSamlAnswer(encodedSaml(xml), {
    ...SAML_SERVICE,
    certificates: [vectors.certificate],
    now: new Date(vectors.now),
  });

describe('what xmlsec1 has signed is read', () => {
  for (const { name, xml, attributes } of vectors.answers) {
    test(name, () => {
      const found = read(xml);
      assert.ok(found.ok, JSON.stringify(found));
      assert.equal(found.identity.nameId, 'ann@acme.test');
      assert.deepEqual([...found.identity.attributes], attributes);
      const changed = read(xml.replace('ann@acme.test', 'root@acme.test'));
      assert.equal(changed.ok ? 'accepted' : changed.code, 'signature');
    });
  }
});
