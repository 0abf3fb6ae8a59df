import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupType, userType } from './protocol/index.ts';
import { resourceSchema } from './resource-schema.ts';

const user = Object(JSON.parse(JSON.stringify(resourceSchema(userType, 'A user.'))));
const group = Object(JSON.parse(JSON.stringify(resourceSchema(groupType, 'A group.'))));

test('a resource is told with every attribute of its schemas, extensions under their URN', () => {
  assert.equal(user.title, 'ScimUser');
  const names = userType.attributes.map(({ name }) => name);
  const urns = userType.extensions.map(({ schema }) => schema);
  assert.deepEqual(Object.keys(user.properties), [...names, ...urns]);
  const enterprise = user.properties[urns[0] ?? ''];
  assert.equal(enterprise.properties.manager.properties.displayName.readOnly, true);
});

test('what is required, read only and write only is told', () => {
  assert.deepEqual(user.required, ['schemas', 'id', 'userName']);
  assert.deepEqual(group.required, ['schemas', 'id', 'displayName']);
  assert.deepEqual(group.properties.members.items.required, ['value']);
  assert.equal(user.properties.password.writeOnly, true);
  assert.equal(user.properties.id.readOnly, true);
  assert.equal(user.properties.schemas.readOnly, undefined);
  assert.equal(user.properties.groups.readOnly, true);
});

test('types are those of JSON, lists are lists, and canonical values are examples', () => {
  assert.equal(user.properties.active.type, 'boolean');
  assert.equal(user.properties.meta.properties.created.format, 'date-time');
  assert.equal(user.properties.emails.type, 'array');
  assert.deepEqual(user.properties.emails.items.properties.type.examples, [
    'work',
    'home',
    'other',
  ]);
  assert.equal(user.properties.userName.maxLength, 512);
});
