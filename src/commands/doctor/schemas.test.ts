// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine, envOf } from '../../../test/support/command-line.ts';
import { examine } from '../../../test/support/doctor.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { idOf, startScim } from '../../../test/support/scim.ts';

const BADGE = 'urn:example:Badge';
const UNIT = 'urn:example:Unit';

forEachEngine((engine) => {
  test('doctor reads the schemas and says whose stored values no longer fit them', async () => {
    const storage = await engine.fresh();
    const file = join(storage.dataDir, 'schemas.json');
    const define = (badge: readonly object[], unit: readonly object[] = [{ name: 'place' }]) =>
      writeFile(
        file,
        JSON.stringify([
          { id: BADGE, name: 'Badge', resourceType: 'User', attributes: badge },
          { id: UNIT, name: 'Unit', resourceType: 'Group', attributes: unit },
        ]),
      );
    const formstead = commandLine({ ...envOf(storage), FORMSTEAD_SCIM_SCHEMAS: file });
    const look = async () => (await examine(formstead)).of('schemas');

    await writeFile(file, '[{}]');
    const broken = await examine(formstead);
    assert.equal(broken.code, 1);
    assert.match(broken.of('schemas'), /^fault: FORMSTEAD_SCIM_SCHEMAS: .*schemas\[0\]/s);
    const attributes = [
      { name: 'colour' },
      { name: 'level', type: 'integer' },
      { name: 'doors', multiValued: true },
    ];
    await define(attributes);
    assert.match(
      await look(),
      /^ok: .*schemas\.json can be used\nskipped: (?:there is no data|the data is not up to date)/,
    );

    const scim = await startScim(engine, { storage, env: { FORMSTEAD_SCIM_SCHEMAS: file } });
    const badge = { colour: 'Red', level: 7, doors: ['North'] };
    const user = idOf(await scim.addUser({ [BADGE]: badge }));
    const group = idOf(await scim.addGroup({ [UNIT]: { place: 'Bern' } }));
    await scim.addUser();
    await scim.close();
    assert.match(await look(), /\nok: the values of 2 users and groups fit them$/);

    const [colour, level, doors] = attributes;
    for (const [badges, why] of [
      [[colour, { ...level, type: 'boolean' }, doors], /level/],
      [[colour, level, { name: 'doors' }], /doors/],
      [[level, doors], /no longer in the schema.*colour/],
      [[colour, level, doors, { name: 'site', required: true }], /site/],
      [[{ ...colour, caseExact: true }, level, doors], /filters do not find/],
      [[colour, level, { ...doors, caseExact: true }], /filters do not find/],
    ] as const) {
      await define(badges.flatMap((it) => it ?? []));
      const found = await examine(formstead);
      assert.equal(found.code, 0);
      assert.match(found.of('schemas'), new RegExp(`\nwarning: User ${user} of account `));
      assert.match(found.of('schemas'), why);
    }
    await define(attributes, [{ name: 'place', caseExact: true }]);
    assert.match(await look(), new RegExp(`\nwarning: Group ${group} .*filters do not find`));
  });
});
