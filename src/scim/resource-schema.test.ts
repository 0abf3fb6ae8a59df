import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupType, type ResourceType, userType } from './protocol/index.ts';
import { resourceSchema } from './resource-schema.ts';

const told = (type: ResourceType, direction: 'sent' | 'shown') =>
  Object(JSON.parse(JSON.stringify(resourceSchema(type, direction, 'A resource.'))));
const user = told(userType, 'shown');
const group = told(groupType, 'shown');

test('a resource is told with every attribute of its schemas, extensions under their URN', () => {
  assert.equal(user.title, 'ScimUser');
  const names = userType.attributes.map(({ name }) => name);
  const urns = userType.extensions.map(({ schema }) => schema);
  assert.deepEqual(Object.keys(user.properties), [...names, ...urns]);
  const enterprise = user.properties[urns[0] ?? ''];
  assert.equal(enterprise.properties.manager.properties.displayName.readOnly, true);
});

test('what is required, read only and write only is told', () => {
  const sent = [told(userType, 'sent'), told(groupType, 'sent')];
  const [sentUser, sentGroup] = sent;
  assert.deepEqual([sentUser.required, sentGroup.required], [['userName'], ['displayName']]);
  assert.deepEqual(sentGroup.properties.members.items.required, ['value']);
  for (const name of [sentUser.properties.userName, sentGroup.properties.displayName]) {
    assert.deepEqual([name.minLength, name.pattern], [1, '\\S'], 'an empty name is refused');
  }
  assert.equal(user.properties.password.writeOnly, true);
  assert.equal(user.properties.id.readOnly, true);
  assert.equal(user.properties.schemas.readOnly, undefined);
  assert.equal(user.properties.groups.readOnly, true);
});

test('an answer may leave out all but schemas and id, as attributes chooses', () => {
  assert.deepEqual(
    [user.required, group.required],
    [
      ['schemas', 'id'],
      ['schemas', 'id'],
    ],
  );
  assert.equal(group.properties.members.items.required, undefined);
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
