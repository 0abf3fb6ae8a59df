import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SettingsError } from '#config/settings.ts';
import { readTypes } from './read-types.ts';

describe('the schemas of an operator', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'formstead-schemas-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function faultOf(content: string | Uint8Array): Promise<string> {
    const path = join(folder, 'schemas.json');
    await writeFile(path, content);
    return messageOf(path);
  }

  async function messageOf(path: string): Promise<string> {
    try {
      await readTypes(path);
    } catch (error) {
      assert.ok(error instanceof SettingsError, String(error));
      return error.message;
    }
    return assert.fail('the file was accepted');
  }

  const schema = (more: object, attributes: readonly object[] = [{ name: 'colour' }]) => ({
    id: 'urn:example:Badge',
    name: 'Badge',
    resourceType: 'User',
    attributes,
    ...more,
  });

  test('without a file there are the built-in schemas only', async () => {
    const { user, group } = await readTypes(undefined);
    assert.equal(user.extensions.length, 1);
    assert.equal(group.extensions.length, 0);
  });

  test('a file that can not be read or is not JSON stops the start and is named', async () => {
    const missing = join(folder, 'nothing.json');
    assert.match(await messageOf(missing), /FORMSTEAD_SCIM_SCHEMAS: .*nothing\.json/);
    assert.match(await messageOf(folder), /FORMSTEAD_SCIM_SCHEMAS: The file can't be read/);
    assert.match(await faultOf('[{]'), /schemas\.json can't be used: it is not JSON/);
    assert.match(await faultOf(new Uint8Array([0xff])), /not valid UTF-8/);
    assert.match(await faultOf('{}'), /must be an array of schemas/);
  });

  test('all that is wrong with the schemas is said at once', async () => {
    const message = await faultOf(
      JSON.stringify([
        schema({ id: 'Badge' }),
        schema({ resourceType: 'Robot' }),
        schema({ id: 'urn:example:Twice' }, [{ name: 'a' }, { name: 'A' }, { name: '__proto__' }]),
      ]),
    );
    for (const path of [
      'schemas[0].id',
      'schemas[1].resourceType',
      'schemas[2].attributes[1].name',
      'schemas[2].attributes[2].name',
    ]) {
      assert.ok(message.includes(path), message);
    }
    assert.match(message, /^1 setting is not valid:/);
  });

  test('what the storage can not hold to is refused at the start, not passed over later', async () => {
    const unique = schema({}, [
      { name: 'tag'.padEnd(600, 'g'), uniqueness: 'server' },
      {
        name: 'card',
        type: 'complex',
        uniqueness: 'server',
        subAttributes: [{ name: 'number' }],
      },
    ]);
    assert.match(
      await faultOf(JSON.stringify([unique])),
      /schemas\[0\]\.attributes\[1\]\.uniqueness: belongs to a simple attribute/,
    );
    const [tag] = unique.attributes;
    assert.match(
      await faultOf(JSON.stringify([schema({}, tag ? [tag] : [])])),
      /urn:example:Badge:tagg+: a unique attribute and its URN have at most 512 characters/,
    );
    const group = schema({ resourceType: 'Group' }, [{ name: 'tags', multiValued: true }]);
    assert.match(await faultOf(JSON.stringify([group])), /Badge:tags: .*make it single/);
  });
});
