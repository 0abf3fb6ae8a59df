// The guides and the attribute table promise things about this service: they are held to its schemas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInTypes, isStoredIn } from '#scim/scim-types.ts';
import { ATTRIBUTES } from '../web/src/guides/attributes.ts';
import { fillIn } from '../web/src/guides/guide.ts';
import { GUIDE_IDS } from '../web/src/guides/guide-ids.ts';
import { GUIDES } from '../web/src/guides/index.ts';

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

test('each guide tells both addresses apart, names a secret to put in, and leaves no placeholder open', () => {
  const addresses = { baseUrl: 'https://a.example/scim/v2', tokenUrl: 'https://a.example/token' };
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
