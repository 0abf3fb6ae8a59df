// What a dashboard asks of the storage before it shows its tiles.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { knownFields } from '#answer-queries/known-fields.ts';
import type { Database } from '#db/database.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { openForms, type TestForms } from '../../../test/support/forms.ts';
import { seenTiles } from './check-tiles.ts';
import type { Tile } from './dashboard.ts';

forEachEngine((engine) => {
  let world: TestForms;
  before(async () => {
    world = await openForms(engine);
  });
  after(() => world.close());

  test('twenty tiles of one template cost no more scans than one, for somebody who sees only their own forms', async () => {
    const { db, clock, directory } = world;
    const admin = await world.actAs('admin');
    const member = await world.actAs('member');
    const template = await world.publish(admin, { openToAll: true });
    await world.create(member, template, { answers: { site: 'Dam' } });
    const fields = await knownFields({ db, directory }, member, template);
    const field = [...fields.keys()][0] ?? '';
    const tiles = Array.from(
      { length: 20 },
      (_, i): Tile => ({
        id: `${i}`,
        settings: { template: template.id, field, show: 'chart' },
      }),
    );
    const scansOf = async (some: readonly Tile[]): Promise<number> => {
      let scans = 0;
      const counting: Database = {
        ...db,
        scan: (query, options) => {
          scans += 1;
          return db.scan(query, options);
        },
      };
      const seen = await seenTiles({ db: counting, clock, directory }, member, some);
      assert.equal(seen.size, some.length);
      return scans;
    };
    const [one, twenty] = [await scansOf(tiles.slice(0, 1)), await scansOf(tiles)];
    assert.ok(one > 0);
    assert.equal(twenty, one);
  });
});
