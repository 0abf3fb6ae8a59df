import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  encodedSaml,
  makeSamlKeys,
  responseXml,
  samlAnswer,
  signSaml,
} from '../../test/support/saml-answers.ts';
import { readSamlAnswer } from './index.ts';

const keys = makeSamlKeys();
const at = {
  issuer: 'https://idp.test/e',
  entityId: 'https://forms.test/saml/acme',
  acs: 'https://forms.test/saml/acme/acs',
  requestId: '_req1',
};
const read = (xml: string) =>
  readSamlAnswer(encodedSaml(xml), {
    ...at,
    certificates: [keys.certificate],
    now: new Date(),
  });

test('a signed answer says who somebody is', () => {
  const xml = responseXml(samlAnswer({ ...at, attributes: { oid: ['1', '2'] } }));
  const found = read(signSaml(xml, keys));
  assert.ok(found.ok);
  assert.equal(found.identity.nameId, 'ann@acme.test');
  assert.deepEqual([...found.identity.attributes], [['oid', ['1', '2']]]);
  assert.equal(found.identity.requestId, '_req1');
});

test('an answer that nobody has signed is refused', () => {
  const found = read(responseXml(samlAnswer(at)));
  assert.ok(!found.ok);
  assert.equal(found.code, 'not-signed');
});
