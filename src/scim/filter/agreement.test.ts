// Compares filters with a simple evaluation: SQL must select the resources that RFC 7644 §3.4.2.2 selects among the
// resources as a client sees them, on every access path.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '#kernel/json.ts';
import { groupListing } from '#scim/groups/group-listing.ts';
import { findPage } from '#scim/list/find-page.store.ts';
import type { Listing } from '#scim/list/listing.ts';
import { pageQuery } from '#scim/list/page-query.ts';
import { compileFilter } from '#scim/protocol/index.ts';
import { evaluateFilter } from '#scim/protocol/testing/evaluate-filter.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { filtersOver } from '../../../test/support/scim-filters.ts';
import { openPopulation, type Population } from '../../../test/support/scim-population.ts';

const DEEP = process.env['TEST_DEEP'] === '1';
/** The number of filters; each is tested against every resource. */
const FILTERS = { users: DEEP ? 20_000 : 250, groups: DEEP ? 6_000 : 100 };

const START = { reading: { order: 'ascending', direction: 'forward' } } as const;

forEachEngine((engine) => {
  let population: Population;
  before(async () => {
    population = await openPopulation(engine, { users: 90, seed: 20261120 });
  });
  after(() => population.close());

  const idOf = (resource: JsonObject) => String(resource['id']);

  async function agree(kind: 'users' | 'groups', text: string): Promise<number> {
    const { d, baseUrl, types } = population;
    const context = { db: d.db.reader, accountId: d.account.id, baseUrl, types };
    const filter = compileFilter(text, kind === 'users' ? types.user : types.group);
    const listing: Listing = (kind === 'users' ? userListing : groupListing)(
      context,
      filter,
      undefined,
    );
    const expected = population[kind].filter((it) => evaluateFilter(filter, it)).map(idOf);
    const page = await findPage(d.db, [listing], {
      order: 'ascending',
      count: 200,
      from: { offset: 0 },
      total: 'always',
    });
    const found = { ids: page.rows.map(({ id }) => id), total: page.totalResults };
    assert.deepEqual(found, { ids: expected, total: expected.length }, text);
    const window = { offset: 0, limit: 200 };
    const scan = pageQuery(
      [{ listing, way: 'scan' }],
      { db: d.db.reader, inline: true },
      START,
      window,
    );
    const rows = scan ? (await scan.execute(d.db.reader)).rows : [];
    assert.deepEqual(
      rows.map(({ id }) => id),
      expected,
      `row by row: ${text}`,
    );
    return expected.length;
  }

  for (const kind of ['users', 'groups'] as const) {
    test(`7644-3.4.2.2-01 SQL selects exactly the ${kind} that a filter means`, async (t) => {
      const resources = population[kind];
      const type = kind === 'users' ? population.types.user : population.types.group;
      const except = kind === 'users' ? ['meta.version'] : [];
      let found = 0;
      let mixed = 0;
      await fc.assert(
        fc.asyncProperty(filtersOver({ type, resources, except }), async (text) => {
          const count = await agree(kind, text);
          found += count;
          if (count > 0 && count < resources.length) mixed += 1;
        }),
        { numRuns: FILTERS[kind], seed: 7 },
      );
      t.diagnostic(
        `${FILTERS[kind]} filters, ${FILTERS[kind] * resources.length} pairs, ${found} matched`,
      );
      assert.ok(
        mixed > FILTERS[kind] / 4,
        'most filters must tell resources apart, or nothing was tested',
      );
    });
  }
});
