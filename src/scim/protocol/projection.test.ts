import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CORE_USER } from './core-user-schema.ts';
import { ENTERPRISE_USER } from './enterprise-user-schema.ts';
import { CORE_GROUP } from './group-schema.ts';
import { includes, parseProjection, project, projectElement } from './projection.ts';
import { createRegistry, groupType, userType } from './registry.ts';
import { type Attribute, complex, string } from './schema.ts';
import { ScimError } from './scim-error.ts';

const ann = {
  schemas: [CORE_USER, ENTERPRISE_USER],
  id: '1',
  externalId: 'e',
  userName: 'ann',
  name: { givenName: 'Ann', familyName: 'B' },
  emails: [{ value: 'a', type: 'work', primary: true }, { value: 'b' }],
  [ENTERPRISE_USER]: { department: 'D', manager: { value: 'm', displayName: 'Boss' } },
  meta: { resourceType: 'User', created: 'c' },
} as const;

const asked = (query: Record<string, unknown>) => project(ann, parseProjection(query, userType));
const only = (attributes: string) => {
  const { schemas, id, ...rest } = asked({ attributes });
  assert.deepEqual([schemas, id], [ann.schemas, '1']);
  return rest;
};
const without = (excludedAttributes: string) => asked({ excludedAttributes });

test('without parameters the resource is shown as it is: the same object', () => {
  assert.equal(asked({}), ann);
  assert.equal(asked({ attributes: '', excludedAttributes: ' , ' }), ann);
});

test('attributes shows what is named, and always id and schemas', () => {
  assert.deepEqual(only('userName'), { userName: 'ann' });
  assert.deepEqual(only('userName, emails'), { userName: 'ann', emails: ann.emails });
  assert.deepEqual(only('nonsense'), {});
  assert.deepEqual(only('meta.created'), { meta: { created: 'c' } });
});

test('sub-attributes, URNs and any letter case are understood', () => {
  assert.deepEqual(only('NAME.givenname'), { name: { givenName: 'Ann' } });
  assert.deepEqual(only('emails.value'), { emails: [{ value: 'a' }, { value: 'b' }] });
  assert.deepEqual(only(`${CORE_USER}:userName`), { userName: 'ann' });
  assert.deepEqual(only(`${ENTERPRISE_USER}:manager.value`), {
    [ENTERPRISE_USER]: { manager: { value: 'm' } },
  });
  assert.deepEqual(only(ENTERPRISE_USER.toLowerCase()), {
    [ENTERPRISE_USER]: ann[ENTERPRISE_USER],
  });
});

test('an attribute and one of its parts together is the attribute', () => {
  assert.deepEqual(only('name.givenName,name'), { name: ann.name });
});

test('a list in which no element has the part asked for is left out', () => {
  assert.deepEqual(only('emails.display'), {});
  assert.deepEqual(only('emails.type'), { emails: [{ type: 'work' }] });
});

test('Microsoft Postman suite: attributes=emails[type eq "work"] is emails', () => {
  assert.deepEqual(only('emails[type eq "work"]'), { emails: ann.emails });
  assert.deepEqual(only('emails[type eq "a,b"].value,userName'), {
    userName: 'ann',
    emails: [{ value: 'a' }, { value: 'b' }],
  });
  assert.deepEqual(only('emails[[[['), {});
});

test('excludedAttributes drops what is named and nothing else (scimmyjs#37 drops the whole extension)', () => {
  const { emails, ...rest } = ann;
  assert.deepEqual(without('emails'), rest);
  assert.deepEqual(without('name.givenName')['name'], { familyName: 'B' });
  assert.deepEqual(without(`${ENTERPRISE_USER}:department`)[ENTERPRISE_USER], {
    manager: ann[ENTERPRISE_USER].manager,
  });
  assert.equal(Object.hasOwn(without(ENTERPRISE_USER), ENTERPRISE_USER), false);
  assert.equal(Object.hasOwn(without('meta'), 'meta'), false);
});

test('id and schemas can not be excluded', () => {
  assert.deepEqual(without('id,schemas'), ann);
  assert.deepEqual(Object.keys(without(CORE_USER)), ['schemas', 'id', ENTERPRISE_USER]);
});

test('names may be repeated as parameters', () => {
  assert.deepEqual(asked({ attributes: ['userName', 'name.givenName'] }), {
    schemas: ann.schemas,
    id: '1',
    userName: 'ann',
    name: { givenName: 'Ann' },
  });
});

test('both parameters together are refused', () => {
  assert.throws(
    () => asked({ attributes: 'userName', excludedAttributes: 'emails' }),
    (error) => error instanceof ScimError && error.scimType === 'invalidValue',
  );
});

test('a list of names of 10 kB is refused', () => {
  assert.throws(() => asked({ attributes: 'x,'.repeat(5_000) }), ScimError);
});

test('a group shows members: [] unless it is excluded (authentik)', () => {
  const group = { schemas: [CORE_GROUP], id: '1', displayName: 'g', members: [] };
  const shown = (query: Record<string, unknown>) =>
    project(group, parseProjection(query, groupType));
  assert.equal(shown({}), group);
  assert.deepEqual(shown({ attributes: 'members' })['members'], []);
  assert.deepEqual(shown({ attributes: 'members.value' })['members'], []);
  assert.equal(Object.hasOwn(shown({ excludedAttributes: 'members' }), 'members'), false);
});

test('what is not shown is known beforehand, so that it need not be loaded', () => {
  const plan = (query: Record<string, unknown>) => parseProjection(query, groupType);
  assert.equal(includes(plan({}), 'members'), true);
  assert.equal(includes(plan({ excludedAttributes: 'members' }), 'members'), false);
  assert.equal(includes(plan({ attributes: 'id' }), 'members'), false);
  assert.equal(includes(plan({ attributes: 'members.value' }), 'members'), true);
  assert.equal(includes(plan({ attributes: 'members.value' }), 'members', 'display'), false);
  const user = parseProjection({ attributes: 'manager.value' }, userType);
  assert.equal(includes(user, ENTERPRISE_USER, 'manager', 'displayName'), false);
  assert.equal(includes(user, 'groups'), false);
  assert.equal(includes(parseProjection({}, userType), 'password'), false);
});

test('elements can be projected one by one, for streaming', () => {
  const member = { value: 'u', display: 'Ann' };
  const plan = (query: Record<string, unknown>) => parseProjection(query, groupType);
  assert.equal(projectElement(plan({}), 'members', member), member);
  assert.deepEqual(projectElement(plan({ attributes: 'members.value' }), 'members', member), {
    value: 'u',
  });
  assert.equal(projectElement(plan({ attributes: 'id' }), 'members', member), undefined);
});

const name = (attribute: Attribute, returned: Attribute['returned']): Attribute => ({
  ...attribute,
  returned,
});

test('returned always, default, request and never hold, also inside a complex attribute', () => {
  const subs = (['always', 'default', 'request', 'never'] as const).map((it) =>
    name(string(it, ''), it),
  );
  const urn = 'urn:example:Thing';
  const definition = { name: 'Thing', description: '', endpoint: '/Things', schema: urn };
  const schema = {
    id: urn,
    name: 'Thing',
    description: '',
    attributes: [
      ...subs.map((it) => name(string(`a-${it.name}`, ''), it.returned)),
      complex('c', '', subs),
    ],
  };
  const [type] = createRegistry([{ ...definition, schemaExtensions: [] }], [schema]).resourceTypes;
  assert.ok(type);
  const c = { always: '1', default: '2', request: '3', never: '4' };
  const thing = { id: 'x', 'a-always': '1', 'a-default': '2', 'a-request': '3', 'a-never': '4', c };
  const shown = (query: Record<string, unknown>) => {
    const { id, ...rest } = project(thing, parseProjection(query, type));
    return rest;
  };
  const { always, default: byDefault, request } = c;
  assert.deepEqual(shown({}), {
    'a-always': '1',
    'a-default': '2',
    c: { always, default: byDefault },
  });
  assert.deepEqual(shown({ attributes: 'a-request,a-never' }), {
    'a-always': '1',
    'a-request': '3',
  });
  assert.deepEqual(shown({ attributes: 'c.request,c.never' }), {
    'a-always': '1',
    c: { always, request },
  });
  assert.deepEqual(shown({ excludedAttributes: 'a-always,a-default,c.always,c.default' }), {
    'a-always': '1',
    c: { always },
  });
});

test('whatever is asked for, a password never shows and id and schemas always do', () => {
  const paths = [...userType.attributes, ...userType.extensions.flatMap((it) => it.attributes)]
    .flatMap((attribute) => [attribute, ...attribute.subAttributes])
    .map((attribute) => attribute.key);
  const list = fc
    .array(fc.oneof(fc.constantFrom(...paths, CORE_USER, ENTERPRISE_USER), fc.string()), {
      maxLength: 6,
    })
    .map((items) => items.join(','));
  fc.assert(
    fc.property(fc.constantFrom('attributes', 'excludedAttributes'), list, (parameter, text) => {
      const shown = project(
        { ...ann, password: 'x' },
        parseProjection({ [parameter]: text }, userType),
      );
      assert.equal(Object.hasOwn(shown, 'password'), false);
      assert.equal(shown['id'], '1');
      assert.deepEqual(shown['schemas'], ann.schemas);
    }),
  );
});
