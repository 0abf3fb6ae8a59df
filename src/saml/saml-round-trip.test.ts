import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startSamlProvider } from '../../test/support/saml-provider.ts';
import { readSamlAnswer, readSamlMetadata, samlRequest } from './index.ts';

const entityId = 'https://forms.test/saml/acme?a=1&b=2';
const acs = `${entityId}/acs`;

describe('a sign-in with a SAML identity provider', async () => {
  const idp = await startSamlProvider();
  after(() => idp.close());
  const response = await fetch(idp.metadataAddress);
  const metadata = readSamlMetadata(await response.text());
  assert.ok(metadata.ok);

  const ask = (forceAuthn: boolean) =>
    samlRequest({
      id: '_request',
      issueInstant: new Date(),
      destination: metadata.signOnAddress.href,
      acs,
      entityId,
      forceAuthn,
      relayState: 'opaque',
    });
  const expected = {
    issuer: metadata.entityId,
    entityId,
    acs,
    certificates: metadata.certificates.map(({ pem }) => pem),
    requestId: '_request',
    // The tests begin when they are loaded, and run when there is time.
    get now() {
      return new Date();
    },
  };

  test('the answer to our request, by its metadata, says who somebody is', () => {
    const posted = idp.answerTo(ask(false));
    assert.deepEqual(idp.asked.at(-1), {
      id: '_request',
      acs,
      entityId,
      forceAuthn: false,
      relayState: 'opaque',
    });
    assert.equal(posted.acs, acs);
    const read = readSamlAnswer(posted.fields['SAMLResponse'] ?? '', expected);
    assert.ok(read.ok, JSON.stringify(read));
    assert.equal(read.identity.nameId, 'ann@acme.test');
  });

  test('a request can ask that the person authenticates again', () => {
    idp.answerTo(ask(true));
    assert.equal(idp.asked.at(-1)?.forceAuthn, true);
  });

  test('a request of one browser is the request of another only by its id', () => {
    const posted = idp.answerTo(ask(false));
    const encoded = posted.fields['SAMLResponse'] ?? '';
    const other = readSamlAnswer(encoded, { ...expected, requestId: '_other' });
    assert.equal(other.ok ? '' : other.code, 'in-response-to');
    const open = readSamlAnswer(encoded, { ...expected, requestId: undefined });
    assert.equal(open.ok && open.identity.requestId, '_request');
  });

  test('a tile sends an answer that nobody asked for', async () => {
    const page = await (await fetch(idp.tileAddress({ acs, entityId }))).text();
    const encoded = /name="SAMLResponse" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const read = readSamlAnswer(encoded, { ...expected, requestId: undefined });
    assert.equal(read.ok ? '' : read.code, 'unsolicited');
  });
});
