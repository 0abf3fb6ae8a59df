// Random changes of signed answers. Some are accepted: they change what is not signed, or write the same in another way.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  encodedSaml,
  makeSamlKeys,
  responseXml,
  SAML_SERVICE,
  samlAnswer,
  signSaml,
} from '../../test/support/saml-answers.ts';
import { between, oneOf, type Random, seeded } from '../../test/support/seeded.ts';
import { IS_DEEP } from '../../test/support/timing.ts';
import { readSamlAnswer } from './index.ts';

const SEED = 48;
const MUTATIONS = IS_DEEP ? 20_000 : 1_000;

const PIECES = [
  ...['<!--x-->', '</saml:NameID>', '<saml:NameID>root</saml:NameID>', '&#114;', 'root', '<x/>'],
  ...['<![CDATA[root]]>', 'ID="_a"', 'xmlns:saml="urn:x"', ' ', '\r', '\n', '\u0000', '&lt;', '"'],
  ...[
    "'",
    '<saml:AttributeValue>root</saml:AttributeValue>',
    'xmlns="urn:x"',
    '\u2028',
    '&#x2028;',
  ],
  ...[
    '<saml:Subject>',
    '</saml:Subject>',
    '__proto__',
    ' xmlns:constructor="urn:x"',
    'constructor:',
  ],
] as const;

function mutated(xml: string, random: Random): string {
  const at = between(random, 0, xml.length);
  const from = between(random, 0, at);
  const [piece, ...more] = PIECES;
  switch (between(random, 0, 4)) {
    case 0:
      return xml.slice(0, at) + oneOf(random, [piece, ...more]) + xml.slice(at);
    case 1:
      return xml.slice(0, at) + xml.slice(at + between(random, 1, 8));
    case 2:
      return xml.slice(0, at) + xml.slice(from, from + between(random, 1, 400)) + xml.slice(at);
    case 3:
      return xml.slice(0, from) + xml.slice(at);
    default:
      return xml.slice(0, at) + String.fromCharCode(between(random, 32, 126)) + xml.slice(at + 1);
  }
}

describe('a changed answer', () => {
  const keys = makeSamlKeys();
  const written = responseXml(
    samlAnswer({ ...SAML_SERVICE, attributes: { oid: ['1'], groups: ['a', 'b'] } }),
  );
  const assertion = signSaml(written, keys);
  const answers = [
    assertion,
    signSaml(assertion, keys, { what: 'Response' }),
    signSaml(written, keys, { what: 'Response', prefix: 'ds' }),
  ] as const;
  const read = (xml: string) =>
    readSamlAnswer(encodedSaml(xml), {
      ...SAML_SERVICE,
      certificates: [keys.certificate],
      now: new Date(),
    });

  test('is refused, or says what was signed', () => {
    const original = answers.map((xml) => read(xml));
    for (const each of original) assert.ok(each.ok);
    const random = seeded(SEED);
    let accepted = 0;
    for (let n = 0; n < MUTATIONS; n += 1) {
      const which = n % answers.length;
      let xml = answers[which] ?? '';
      for (let changes = between(random, 1, 3); changes > 0; changes -= 1)
        xml = mutated(xml, random);
      const found = read(xml);
      if (!found.ok) continue;
      accepted += 1;
      assert.deepEqual(found, original[which], xml);
    }
    assert.ok(accepted > 0, 'all changes were refused, so that the test shows nothing');
  });
});
