// samlify, another library, as the identity provider: it reads our metadata and our request, and we read its answer.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import * as samlify from 'samlify';
import { makeSamlKeys } from '../../test/support/saml-answers.ts';
import { ownSamlMetadata, readSamlAnswer, readSamlMetadata, samlRequest } from './index.ts';

const entityId = 'https://forms.test/saml/acme';
const acs = `${entityId}/acs`;
const { defaultLoginResponseTemplate } = samlify.SamlLib;

samlify.setSchemaValidator({ validate: async () => 'it is for another test' });

function providerWith(signs: 'assertion' | 'response') {
  const keys = makeSamlKeys();
  // Without an address for logout it writes a warning.
  const idp = samlify.IdentityProvider({
    entityID: 'https://second.test/idp',
    privateKey: keys.privateKey,
    signingCert: keys.certificate,
    isAssertionEncrypted: false,
    nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
    singleSignOnService: [
      { Binding: samlify.Constants.BindingNamespace.Redirect, Location: 'https://second.test/sso' },
    ],
    singleLogoutService: [
      { Binding: samlify.Constants.BindingNamespace.Redirect, Location: 'https://second.test/slo' },
    ],
    loginResponseTemplate: {
      ...defaultLoginResponseTemplate,
      attributes: [
        {
          name: 'oid',
          valueTag: 'oid',
          nameFormat: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
          valueXsiType: 'xs:string',
        },
      ],
    },
  });
  const sp = samlify.ServiceProvider({
    metadata: ownSamlMetadata({ entityId, acs }),
    ...(signs === 'response' ? { wantMessageSigned: true } : {}),
  });
  return { idp, sp };
}

async function signIn(signs: 'assertion' | 'response') {
  const { idp, sp } = providerWith(signs);
  const metadata = readSamlMetadata(idp.getMetadata());
  assert.ok(metadata.ok, JSON.stringify(metadata));
  const request = samlRequest({
    id: '_request1',
    issueInstant: new Date(),
    destination: metadata.signOnAddress.href,
    acs,
    entityId,
    forceAuthn: true,
    relayState: 'opaque',
  });
  const asked = await idp.parseLoginRequest(sp, 'redirect', {
    query: Object.fromEntries(request.searchParams),
  });
  const read = asked.extract.request ?? {};
  const requestId = String(read['id']);
  const fill = (template: string) => {
    const [now, soon] = [Date.now(), Date.now() + 300_000].map((each) =>
      new Date(each).toISOString(),
    );
    const id = `_${randomUUID()}`;
    const tags = {
      ID: id,
      AssertionID: `_${randomUUID()}`,
      Destination: acs,
      Audience: entityId,
      EntityID: entityId,
      SubjectRecipient: acs,
      AssertionConsumerServiceURL: acs,
      Issuer: 'https://second.test/idp',
      IssueInstant: now,
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: now,
      ConditionsNotOnOrAfter: soon,
      SubjectConfirmationDataNotOnOrAfter: soon,
      NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: 'person-1',
      InResponseTo: requestId,
      attrOid: '00u1 & <more>',
    };
    // It escapes all values, and its template has no such statement.
    const authn = `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    const whole = template.replace('{AuthnStatement}', authn);
    return { id, context: samlify.SamlLib.replaceTagsByValue(whole, tags) };
  };
  const made = await idp.createLoginResponse(
    sp,
    { extract: { request: { id: requestId } } },
    'post',
    {},
    fill,
  );
  return { read, metadata, context: made.context };
}

describe('with another library', () => {
  test('it reads our metadata and our request', async () => {
    const { read } = await signIn('assertion');
    assert.equal(read['id'], '_request1');
    assert.equal(read['assertionConsumerServiceUrl'], acs);
  });

  for (const signs of ['assertion', 'response'] as const) {
    test(`we read its answer with a signed ${signs}`, async () => {
      const { metadata, context } = await signIn(signs);
      const read = readSamlAnswer(context, {
        issuer: metadata.entityId,
        entityId,
        acs,
        certificates: metadata.certificates.map(({ pem }) => pem),
        requestId: '_request1',
        now: new Date(),
      });
      assert.ok(read.ok, JSON.stringify(read));
      assert.equal(read.identity.nameId, 'person-1');
      assert.deepEqual([...read.identity.attributes], [['oid', ['00u1 & <more>']]]);
    });
  }
});
