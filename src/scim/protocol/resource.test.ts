import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { groupType, userType } from './registry.ts';
import { buildResource, resourceLocation } from './resource.ts';

const facts = {
  baseUrl: 'https://forms.example/scim/v2',
  id: 'u 1',
  created: '2026-11-20T10:00:00.000Z',
  lastModified: '2026-11-20T10:00:00.000Z',
  version: 'W/"1"',
};

const meta = {
  created: facts.created,
  lastModified: facts.lastModified,
  version: facts.version,
};

test('a user has its id, its attributes and a meta that says what and where it is', () => {
  const attributes = { externalId: 'e', userName: 'ann' };
  assert.deepEqual(buildResource(userType, { ...facts, attributes }), {
    schemas: [CORE_USER],
    id: 'u 1',
    externalId: 'e',
    userName: 'ann',
    meta: { ...meta, resourceType: 'User', location: 'https://forms.example/scim/v2/Users/u%201' },
  });
});

test('schemas lists an extension exactly when there is something of it', () => {
  const attributes = { userName: 'ann', [ENTERPRISE_USER]: { department: 'D' } };
  const { schemas } = buildResource(userType, { ...facts, attributes });
  assert.deepEqual(schemas, [CORE_USER, ENTERPRISE_USER]);
});

test('the manager gets the URI that follows from the id, and the name that is derived', () => {
  const attributes = { userName: 'ann', [ENTERPRISE_USER]: { manager: { value: 'm/1' } } };
  const derived = { [ENTERPRISE_USER]: { manager: { displayName: 'Boss' } }, groups: [] };
  const resource = buildResource(userType, { ...facts, attributes, derived });
  assert.deepEqual(resource[ENTERPRISE_USER], {
    manager: {
      value: 'm/1',
      displayName: 'Boss',
      $ref: 'https://forms.example/scim/v2/Users/m%2F1',
    },
  });
  assert.deepEqual(resource['groups'], []);
  assert.deepEqual(attributes, {
    userName: 'ann',
    [ENTERPRISE_USER]: { manager: { value: 'm/1' } },
  });
});

test('a group shows the members it is given, none included', () => {
  const attributes = { displayName: 'g' };
  const resource = buildResource(groupType, { ...facts, attributes, derived: { members: [] } });
  assert.deepEqual(resource['members'], []);
  assert.equal(resourceLocation(groupType, facts.baseUrl, 'x'), `${facts.baseUrl}/Groups/x`);
});
