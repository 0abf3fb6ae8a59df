// Compares sorted pages with a simple sort of the resources as a client sees them.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { groupListing } from '#scim/groups/group-listing.ts';
import {
  compileFilter,
  type ResolvedAttribute,
  type ResourceType,
  type SortOrder,
} from '#scim/protocol/index.ts';
import { evaluateFilter } from '#scim/protocol/testing/evaluate-filter.ts';
import { sortResources } from '#scim/protocol/testing/sort-resources.ts';
import { userListing } from '#scim/users/user-listing.ts';
import { forEachEngine } from '../../../test/support/engines.ts';
import { filtersOver } from '../../../test/support/scim-filters.ts';
import { openPopulation, type Population } from '../../../test/support/scim-population.ts';
import { casesOf } from '../../../test/support/timing.ts';
import { findPage } from './find-page.store.ts';

const RUNS = casesOf({ daily: 50, nightly: 150, deep: 5000 });

/** A user's version is not sortable, because it is computed when the user is read. */
const sortable = (type: ResourceType): readonly ResolvedAttribute[] =>
  [...type.attributes, ...type.extensions.flatMap(({ attributes }) => attributes)]
    .flatMap((attribute) => (attribute.type === 'complex' ? attribute.subAttributes : [attribute]))
    .filter(
      ({ definition: { returned, mutability }, key }) =>
        returned !== 'never' && mutability !== 'writeOnly' && key !== 'meta.version',
    );

forEachEngine((engine) => {
  let population: Population;
  before(async () => {
    population = await openPopulation(engine, { users: 70, seed: 9 });
  });
  after(() => population.close());

  const idsOf = (resources: readonly object[]) =>
    resources.map((resource) => ('id' in resource ? resource.id : ''));

  for (const kind of ['users', 'groups'] as const) {
    test(`7644-3.4.2.3-01 7644-3.4.2.3-02 7644-3.4.2.3-04 7644-3.4.2.3-05 7644-3.4.2.3-06 ${kind} stand in the order of any attribute`, async () => {
      const { d, baseUrl, types } = population;
      const type = kind === 'users' ? types.user : types.group;
      const resources = population[kind];
      const context = { db: d.db.reader, accountId: d.account.id, baseUrl, types };
      const listing = kind === 'users' ? userListing : groupListing;
      const filters = filtersOver({ type, resources, except: ['meta.version'] });
      const request = fc.record({
        attribute: fc.constantFrom(...sortable(type)),
        order: fc.constantFrom<SortOrder>('ascending', 'descending'),
        text: fc.option(filters, { nil: undefined }),
        offset: fc.nat(resources.length + 2),
        count: fc.constantFrom(0, 1, 2, 7, 30, 200),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ attribute, order, text, offset, count }) => {
          const filter = text === undefined ? undefined : compileFilter(text, type);
          const chosen = filter ? resources.filter((it) => evaluateFilter(filter, it)) : resources;
          const sorted = sortResources({ attribute, order }, chosen);
          const page = await findPage(d.db, [listing(context, filter, attribute)], {
            order,
            count,
            from: { offset },
            total: 'always',
          });
          const expected = {
            ids: idsOf(sorted.slice(offset, offset + count)),
            more: count > 0 && sorted.length > offset + count,
            total: sorted.length,
          };
          const found = { ids: idsOf(page.rows), more: page.more, total: page.totalResults };
          assert.deepEqual(found, expected, `${attribute.key} ${order} ${text}`);
        }),
        { numRuns: RUNS, seed: 11 },
      );
    });
  }
});
