// The guides and the attribute table make statements about this service, which are compared with its schemas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { builtInTypes, isStoredIn } from '#scim/scim-types.ts';
import { safeRuleOf } from '#sign-in/sso/connection-item.ts';
import { NewSsoConnectionBody } from '#sign-in/sso/sso.shapes.ts';
import { ATTRIBUTES } from '#web/guides/attributes.ts';
import { fillIn } from '#web/guides/guide.ts';
import { GUIDE_IDS } from '#web/guides/guide-ids.ts';
import { GUIDES } from '#web/guides/index.ts';
import { SIGN_IN_GUIDES } from '#web/guides/sign-in/index.ts';

test('every attribute of the table is one that this service knows, written as its schema writes it', () => {
  const isStored = isStoredIn(builtInTypes);
  for (const { resourceType, path, kept } of ATTRIBUTES) {
    assert.ok(isStored(resourceType, path), `${resourceType} ${path}`);
    const type = resourceType === 'User' ? builtInTypes.user : builtInTypes.group;
    const found = type.find(path);
    assert.equal(found?.definition.mutability === 'readOnly', kept === 'ignored', path);
    assert.equal(found?.definition.returned === 'never', kept === 'kept-secret', path);
  }
});

const SIGN_IN = {
  redirectUri: 'https://a.example/app/v1/sso/callback',
  signInUrl: 'https://a.example/sign-in',
};

test('each guide says how to sign in with it: the redirect address, an https issuer, and a rule that the service takes', () => {
  const addresses = { baseUrl: '', tokenUrl: '', ...SIGN_IN };
  for (const id of GUIDE_IDS) {
    const { claim, attribute, match, steps, errors } = SIGN_IN_GUIDES[id];
    const fields = steps.flatMap((step) => step.fields ?? []);
    const copied = new Map(
      fields.map((field) => [
        field.field,
        'copy' in field ? fillIn(field.copy, addresses) : undefined,
      ]),
    );
    assert.ok([...copied.values()].includes(SIGN_IN.redirectUri), id);
    assert.match([...copied.values()].join(' '), /^[^{}]*$/, id);
    const body = {
      name: id,
      issuer: copied.get('Issuer'),
      clientId: 'id',
      clientSecret: 'secret',
      claim: copied.get('Claim'),
      attribute: copied.get('Attribute'),
    };
    assert.ok(Value.Check(NewSsoConnectionBody, body), id);
    assert.deepEqual([body.claim, body.attribute], [claim, attribute], id);
    assert.match(String(body.issuer), /^https:/, id);
    // E-mail addresses pass from one person to another.
    assert.notEqual(claim, 'email', id);
    assert.ok(match.en.length > 0 && match.de.length > 0 && errors.length >= 3, id);
  }
});

test('each guide to SAML ends with a rule that the service takes', () => {
  for (const id of GUIDE_IDS) {
    const { claim, attribute, match, steps } = SIGN_IN_GUIDES[id].saml;
    // The first step makes the connection, whose addresses the next ones need.
    assert.ok(match.en.length > 0 && match.de.length > 0 && steps.length >= 4, id);
    const last = steps.at(-1)?.fields?.map((field) => ('copy' in field ? field.copy : ''));
    assert.deepEqual(last, [claim, attribute]);
    assert.ok(Value.Check(NewSsoConnectionBody, { kind: 'saml', name: 'x', claim, attribute }));
    assert.doesNotThrow(() => safeRuleOf({ kind: 'saml', claim }));
  }
});

test('each guide tells both addresses apart, names a secret to put in, and leaves no placeholder open', () => {
  const addresses = {
    baseUrl: 'https://a.example/scim/v2',
    tokenUrl: 'https://a.example/token',
    ...SIGN_IN,
  };
  for (const id of GUIDE_IDS) {
    const { steps, notes } = GUIDES[id];
    const fields = steps.flatMap((step) => step.fields ?? []);
    const copied = fields.flatMap((field) =>
      'copy' in field ? [fillIn(field.copy, addresses)] : [],
    );
    assert.ok(copied.includes(addresses.baseUrl), id);
    assert.ok(
      fields.some((field) => 'own' in field),
      id,
    );
    assert.doesNotMatch(copied.join(), /\{(?:base|token)Url\}/);
    assert.ok(notes.length > 0, id);
  }
});
