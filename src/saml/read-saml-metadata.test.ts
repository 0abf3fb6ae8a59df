// Metadata in the shapes in which identity providers publish it, and in shapes that are refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMsOf } from '../../test/support/cpu-time.ts';
import { makeSamlKeys } from '../../test/support/saml-answers.ts';
import { ownSamlMetadata, readSamlMetadata } from './index.ts';

const certificates = [makeSamlKeys(), makeSamlKeys(), makeSamlKeys()].map(
  ({ certificate }) => certificate,
);
const [first = '', second = '', third = ''] = certificates;
const base64 = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----\n/g, '');
const oneLine = (pem: string): string => base64(pem).replaceAll('\n', '');
const MD = 'urn:oasis:names:tc:SAML:2.0:metadata';
const DS = 'http://www.w3.org/2000/09/xmldsig#';
const SAML2 = 'urn:oasis:names:tc:SAML:2.0:protocol';
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings';

const okta = `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="http://www.okta.com/exk1" xmlns:md="${MD}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${SAML2}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>${base64(first)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:SingleSignOnService Binding="${BINDINGS}:HTTP-POST" Location="https://acme.okta.com/app/x/exk1/sso/saml"/><md:SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://acme.okta.com/app/x/exk1/sso/saml"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

const x509 = (pem: string): string =>
  `<KeyDescriptor use="signing"><KeyInfo xmlns="${DS}"><X509Data><X509Certificate>${oneLine(pem)}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
// Entra signs its metadata, describes WS-Federation first, and lists certificates that are not active.
const entra = `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_1" entityID="https://sts.windows.net/7/" xmlns="${MD}"><Signature xmlns="${DS}"><SignedInfo><Reference URI="#_1"/></SignedInfo><SignatureValue>AA==</SignatureValue><KeyInfo><X509Data><X509Certificate>${oneLine(third)}</X509Certificate></X509Data></KeyInfo></Signature><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="http://docs.oasis-open.org/wsfed/federation/200706" protocolSupportEnumeration="http://docs.oasis-open.org/wsfed/federation/200706">${x509(third)}<fed:ClaimTypesOffered><auth:ClaimType Uri="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>Name</auth:DisplayName></auth:ClaimType></fed:ClaimTypesOffered></RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="${SAML2}">${x509(first)}${x509(second)}<SingleLogoutService Binding="${BINDINGS}:HTTP-Redirect" Location="https://login.microsoftonline.com/7/saml2"/><SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://login.microsoftonline.com/7/saml2"/><SingleSignOnService Binding="${BINDINGS}:HTTP-POST" Location="https://login.microsoftonline.com/7/saml2"/></IDPSSODescriptor></EntityDescriptor>`;

const google = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<md:EntityDescriptor xmlns:md="${MD}" entityID="https://accounts.google.com/o/saml2?idpid=C01&amp;x=1" validUntil="2031-01-01T00:00:00.000Z">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${SAML2}">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${DS}">
        <ds:X509Data>
          <ds:X509Certificate>${base64(first)}</ds:X509Certificate>
        </ds:X509Data>
      </ds:KeyInfo>
    </md:KeyDescriptor>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://accounts.google.com/o/saml2/idp?idpid=C01"/>
    <md:SingleSignOnService Binding="${BINDINGS}:HTTP-POST" Location="https://accounts.google.com/o/saml2/idp?idpid=C01"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>
`;

// Keycloak has a list of one, keys with names, without a use here, and a binding that we don't speak first.
const keycloak = `<!-- realm acme --><EntitiesDescriptor xmlns="${MD}" xmlns:dsig="${DS}" Name="urn:keycloak"><EntityDescriptor entityID="https://kc.test/sp"><SPSSODescriptor protocolSupportEnumeration="${SAML2}"/></EntityDescriptor><EntityDescriptor entityID="https://kc.test/realms/acme"><IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="${SAML2} urn:oasis:names:tc:SAML:1.1:protocol"><KeyDescriptor><dsig:KeyInfo><dsig:KeyName>k1</dsig:KeyName><dsig:X509Data><dsig:X509Certificate>${oneLine(first)}</dsig:X509Certificate></dsig:X509Data></dsig:KeyInfo></KeyDescriptor><KeyDescriptor use="encryption"><dsig:KeyInfo><dsig:X509Data><dsig:X509Certificate>${oneLine(second)}</dsig:X509Certificate></dsig:X509Data></dsig:KeyInfo></KeyDescriptor><SingleSignOnService Binding="${BINDINGS}:SOAP" Location="https://kc.test/realms/acme/protocol/saml"/><SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://kc.test/realms/acme/protocol/saml"/></IDPSSODescriptor></EntityDescriptor></EntitiesDescriptor>`;

const refusal = (xml: string): string => {
  const read = readSamlMetadata(xml);
  return read.ok ? 'accepted' : read.code;
};

describe('metadata of identity providers', () => {
  for (const [name, xml, entityId, address, pems] of [
    [
      'Okta',
      okta,
      'http://www.okta.com/exk1',
      'https://acme.okta.com/app/x/exk1/sso/saml',
      [first],
    ],
    [
      'Entra',
      entra,
      'https://sts.windows.net/7/',
      'https://login.microsoftonline.com/7/saml2',
      [first, second],
    ],
    [
      'Google',
      google,
      'https://accounts.google.com/o/saml2?idpid=C01&x=1',
      'https://accounts.google.com/o/saml2/idp?idpid=C01',
      [first],
    ],
    [
      'Keycloak',
      keycloak,
      'https://kc.test/realms/acme',
      'https://kc.test/realms/acme/protocol/saml',
      [first],
    ],
  ] as const) {
    test(`${name} is read`, () => {
      const read = readSamlMetadata(xml);
      assert.ok(read.ok, JSON.stringify(read));
      assert.equal(read.entityId, entityId);
      assert.equal(read.signOnAddress.href, address);
      assert.deepEqual(
        read.certificates.map(({ pem }) => pem),
        pems,
      );
    });
  }

  test('a file may have a mark of its byte order, and lines as on Windows', () => {
    const read = readSamlMetadata(`\ufeff${google.replaceAll('\n', '\r\n')}`);
    assert.ok(read.ok, JSON.stringify(read));
  });

  test('a certificate has its fingerprint and its end', () => {
    const until = Date.UTC(2030, 0, 31, 12);
    const { certificate } = makeSamlKeys({ until });
    const read = readSamlMetadata(okta.replace(base64(first), base64(certificate)));
    assert.ok(read.ok);
    assert.equal(read.certificates[0]?.notAfter.getTime(), until);
    assert.match(read.certificates[0]?.sha256 ?? '', /^[0-9a-f]{64}$/);
  });

  test('keys that we can not use are passed over, and refused where there is no other', () => {
    const curve = makeSamlKeys({ curve: 'P-256' }).certificate;
    const short = makeSamlKeys({ bits: 1024 }).certificate;
    const beside = entra.replace(oneLine(second), oneLine(curve));
    const read = readSamlMetadata(beside);
    assert.deepEqual(read.ok && read.certificates.map(({ pem }) => pem), [first]);
    for (const pem of [curve, short, 'AAAA', ''])
      assert.equal(refusal(okta.replace(base64(first), base64(pem))), 'certificates');
  });

  test('a certificate that is there twice counts once, and nine are too many', () => {
    const twice = readSamlMetadata(entra.replace(oneLine(second), oneLine(first)));
    assert.equal(twice.ok && twice.certificates.length, 1);
    const keys = Array.from({ length: 9 }, () => x509(makeSamlKeys().certificate));
    const with8 = entra.replace(x509(first) + x509(second), keys.slice(1).join(''));
    const with9 = entra.replace(x509(first) + x509(second), keys.join(''));
    assert.deepEqual([refusal(with8), refusal(with9)], ['accepted', 'certificates']);
  });

  test('an entity id that looks like another one is refused: admins compare it', () => {
    const { entityId } = Object(readSamlMetadata(okta));
    for (const odd of ['&#x202e;', '&#x200b;', '&#xa;', '&#xad;'])
      assert.equal(refusal(okta.replace(`entityID="${entityId}`, `$&${odd}`)), 'entity-id', odd);
    assert.equal(refusal(okta.replace('entityID="', '$& ')), 'entity-id');
  });

  test('a mebibyte of different names takes no time', () => {
    const elements = Array.from({ length: 19_000 }, (_, i) => `<a${i}></a${i}>`).join('');
    const xml = `<r>${elements}${'x'.repeat(600_000)}</r>`;
    assert.equal(refusal(xml), 'too-complex');
    assert.ok(cpuMsOf(() => refusal(xml)) < 300);
  });

  for (const [name, xml, code] of [
    [
      'our own',
      ownSamlMetadata({ entityId: 'https://a.test/', acs: 'https://a.test/acs' }),
      'no-identity-provider',
    ],
    [
      'of SAML 1.1',
      okta.replace(SAML2, 'urn:oasis:names:tc:SAML:1.1:protocol'),
      'no-identity-provider',
    ],
    [
      'of two identity providers',
      `<md:EntitiesDescriptor xmlns:md="${MD}">${okta.slice(38)}${okta.slice(38)}</md:EntitiesDescriptor>`,
      'no-identity-provider',
    ],
    [
      'with a document type',
      `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${okta.slice(38)}`,
      'forbidden-markup',
    ],
    ['of more than a mebibyte', okta + ' '.repeat(1_048_577), 'too-large'],
    ['that is a page', '<!doctype html><title>Sign in</title>', 'forbidden-markup'],
    ['that is empty', '', 'not-xml'],
    ['without an entity id', okta.replace('http://www.okta.com/exk1', ''), 'entity-id'],
    ['without Redirect', okta.replace('HTTP-Redirect', 'HTTP-Artifact'), 'sign-on-address'],
    [
      'with an address without TLS',
      okta.replaceAll('https://acme', 'http://acme'),
      'sign-on-address',
    ],
    [
      'with a script as its address',
      okta.replaceAll('https://acme.okta.com/', 'javascript:alert(1)//'),
      'sign-on-address',
    ],
    [
      'with an address with a password',
      okta.replaceAll('https://acme', 'https://a:b@acme'),
      'sign-on-address',
    ],
  ] as const) {
    test(`metadata ${name} is refused: ${code}`, () => assert.equal(refusal(xml), code));
  }
});
