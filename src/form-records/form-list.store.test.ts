import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { addToCounter } from '#db/counters.ts';
import type { Tx } from '#db/database.ts';
import type { TimeSpan } from '#form-basics/days.ts';
import type { Form } from '#form-basics/form.ts';
import type { Template } from '#form-basics/template.ts';
import { fold } from '#kernel/text.ts';
import { forEachEngine } from '../../test/support/engines.ts';
import { openForms, type TestForms } from '../../test/support/forms.ts';
import { casesOf } from '../../test/support/timing.ts';
import { countForms } from './count-forms.store.ts';
import { countUpTo } from './count-up-to.store.ts';
import type { FormFilter } from './filter.ts';
import { insertForm, updateForm } from './form.store.ts';
import type { FormConditions } from './form-filters.store.ts';
import { positionOf, selectListedForms } from './form-list.store.ts';
import type { FormSelection } from './form-selection.store.ts';
import type { Visibility } from './visibility.ts';

// Nightly: it stores thousands of forms. v2/list-forms.test.ts filters, sorts and pages lists over HTTP every day.

/** More rows than are skipped on the main connection. */
const COUNT = 2400;
const START = Date.UTC(2026, 0, 1);
const NAMES = ['Site 1', 'SITE 100%', 'site_a', 'Straße', 'STRASSE', 'Zoë', '😀', 'z', 'Änderung'];

type Stored = Form & { readonly deleted: boolean };

/** Returns the expected list, computed without SQL. */
function expected(all: readonly Stored[], selection: FormSelection): readonly string[] {
  const { visibility, status, namePrefix, filter, order, conditions = {} } = selection;
  const seen = all.filter(
    (form) =>
      !form.deleted &&
      (visibility === 'all' ||
        visibility.some(({ column, ids }) =>
          ids.includes(column === 'created_by' ? form.createdBy : form.assignment.id),
        )) &&
      (status === undefined || form.status === status) &&
      (namePrefix === undefined || fold(form.name).startsWith(namePrefix)) &&
      (filter === undefined || matches(filter, form)) &&
      meets(conditions, form),
  );
  const bytes = (text: string) => Buffer.from(text);
  const compare = (a: Stored, b: Stored) =>
    (order.key === 'name'
      ? Buffer.compare(bytes(fold(a.name)), bytes(fold(b.name)))
      : order.key === 'createdDate'
        ? a.createdAt - b.createdAt
        : a.updatedAt - b.updatedAt) || Buffer.compare(bytes(a.id), bytes(b.id));
  const sign = order.direction === 'asc' ? 1 : -1;
  return seen.sort((a, b) => sign * compare(a, b)).map(({ id }) => id);
}

function meets(
  { creator, assignee, place, created, updated }: FormConditions,
  { createdBy, assignment, location, createdAt, updatedAt }: Form,
): boolean {
  const isIn = ({ from = 0, before = Number.POSITIVE_INFINITY }: TimeSpan, at: number) =>
    at >= from && at < before;
  const isThere = () => {
    if (place === undefined) return true;
    if (place.is !== 'within') return (place.is === 'with') === (location !== undefined);
    if (!location) return false;
    const { latitude, longitude } = location;
    const { south, west, north, east } = place;
    const [isEastOf, isWestOf] = [longitude >= west, longitude <= east];
    const isBetween = west <= east ? isEastOf && isWestOf : isEastOf || isWestOf;
    return latitude >= south && latitude <= north && isBetween;
  };
  return (
    (creator === undefined || createdBy === creator) &&
    (assignee === undefined || assignment.id === assignee) &&
    isThere() &&
    (created === undefined || isIn(created, createdAt)) &&
    (updated === undefined || isIn(updated, updatedAt))
  );
}

function matches(filter: FormFilter, form: Form): boolean {
  if (filter.kind === 'and') return filter.filters.every((each) => matches(each, form));
  if (filter.kind === 'or') return filter.filters.some((each) => matches(each, form));
  if (filter.kind !== 'compare') return false;
  const at = filter.field === 'createdDate' ? form.createdAt : form.updatedAt;
  const { ms, ticks } = filter.value;
  const difference = at - ms || 0 - ticks;
  const answers = {
    eq: difference === 0,
    ne: difference !== 0,
    gt: difference > 0,
    ge: difference >= 0,
    lt: difference < 0,
    le: difference <= 0,
  };
  return answers[filter.operator];
}

/** The varying properties of forms. They have few values, so that many forms have equal sort values. */
const variations = fc.record({
  ms: fc.nat(400),
  created: fc.nat(100),
  location: fc.constantFrom(undefined, [47, 8], [47.5, -179], [-10, 179]),
  name: fc.constantFrom(...NAMES),
  status: fc.constantFrom('draft' as const, 'complete' as const),
  by: fc.nat(2),
  to: fc.nat(4),
  deleted: fc.nat(9).map((n) => n === 0),
});

interface Cast {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly template: Template;
}

function makeForms(world: TestForms, { users, groups, template }: Cast): readonly Stored[] {
  const assignees = [
    ...users.map((id) => ({ type: 'User', id }) as const),
    ...groups.map((id) => ({ type: 'Group', id }) as const),
  ];
  return fc.sample(variations, { numRuns: COUNT, seed: 7 }).map((each, i) => ({
    id: world.ids.next(),
    accountId: world.account.id,
    number: i + 1,
    name: each.name,
    namePattern: undefined,
    storedBytes: 0,
    templateId: template.id,
    templateVersionId: template.currentVersionId ?? '',
    status: each.status,
    statusChangedAt: START,
    assignment: assignees[each.to] ?? assert.fail(),
    answers: {},
    location: each.location && {
      latitude: each.location[0] ?? 0,
      longitude: each.location[1] ?? 0,
    },
    createdBy: users[each.by] ?? assert.fail(),
    completedBy: undefined,
    dueAt: undefined,
    createdAt: START + each.created,
    updatedAt: START + each.ms,
    revision: 1,
    deleted: each.deleted,
  }));
}

async function store(tx: Tx, form: Stored): Promise<void> {
  await insertForm(tx, form);
  if (form.deleted) await updateForm(tx, form, START);
  else await addToCounter(tx, form.accountId, 'forms', form.id, 1);
}

forEachEngine((engine) => {
  let world: TestForms;
  let users: readonly string[];
  let groups: readonly string[];
  let all: readonly Stored[];
  before(async () => {
    world = await openForms(engine);
    const designer = await world.actAs('designer');
    const members = await Promise.all([1, 2, 3].map(() => world.actAs('member')));
    users = members.map(({ userId }) => userId);
    groups = [await world.addGroup('A'), await world.addGroup('B')];
    const template = await world.publish(designer);
    const other = await world.write((tx) => world.directory.createAccount(tx, { name: 'Other' }));
    all = makeForms(world, { users, groups, template });
    await world.write(async (tx) => {
      for (const form of all) await store(tx, form);
      // The same forms in another account must never be listed.
      for (const form of all.slice(0, 50)) await store(tx, { ...form, accountId: other.id });
    });
  });
  after(() => world.close());

  const visibilities = (): Visibility[] => {
    const [a, b] = users;
    const strangers = Array.from({ length: 60 }, () => world.ids.next());
    const member = (id = '', more: readonly string[] = []): Visibility => [
      { column: 'created_by', ids: [id] },
      { column: 'assignee_id', ids: [id, ...more] },
    ];
    return [
      'all',
      member(a, groups),
      member(b),
      member(world.ids.next()),
      // More groups than are merged from separate ranges.
      member(a, [...groups, ...strangers]),
    ];
  };

  const moment = fc.record({
    ms: fc.integer({ min: START - 5, max: START + 405 }),
    ticks: fc.constantFrom(0, 0, 5000),
  });
  const comparison: fc.Arbitrary<FormFilter> = fc.record({
    kind: fc.constant('compare'),
    field: fc.constantFrom('lastUpdateDate', 'createdDate'),
    operator: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
    value: moment,
  });
  const joined: fc.Arbitrary<FormFilter> = fc.record({
    kind: fc.constantFrom('and', 'or'),
    filters: fc.array(comparison, { minLength: 2, maxLength: 3 }),
  });
  const span = fc.record({
    from: fc.option(fc.integer({ min: START, max: START + 100 }), { nil: undefined }),
    before: fc.option(fc.integer({ min: START, max: START + 100 }), { nil: undefined }),
  });
  const seldom = { nil: undefined, freq: 2 };
  const conditions = () =>
    fc.record({
      creator: fc.option(fc.constantFrom(...users, 'nobody'), seldom),
      assignee: fc.option(fc.constantFrom(...users, ...groups, 'nobody'), seldom),
      place: fc.option(
        fc.constantFrom(
          { is: 'with' } as const,
          { is: 'without' } as const,
          { is: 'within', south: 46, west: 7, north: 48, east: 9 } as const,
          { is: 'within', south: -20, west: 170, north: 60, east: -170 } as const,
        ),
        seldom,
      ),
      created: fc.option(span, seldom),
      updated: fc.option(span, seldom),
    });
  const selections = () =>
    fc.record({
      conditions: fc.option(conditions(), { nil: undefined }),
      accountId: fc.constant(world.account.id),
      visibility: fc.constantFrom(...visibilities()),
      order: fc.record({
        key: fc.constantFrom('lastUpdateDate', 'createdDate', 'name'),
        direction: fc.constantFrom('asc', 'desc'),
      }),
      status: fc.option(fc.constantFrom('draft', 'complete'), { nil: undefined, freq: 2 }),
      namePrefix: fc.option(
        fc.constantFrom('site', 'site_', 'site 100%', '%', '_', 'strass', 'ä', '\u{1f600}', 'nope'),
        { nil: undefined, freq: 2 },
      ),
      filter: fc.option(fc.oneof(comparison, joined), { nil: undefined, freq: 2 }),
    });

  test('every page of every selection is what the rules say, from any start', async () => {
    await fc.assert(
      fc.asyncProperty(selections(), fc.nat(100), fc.nat(1000), async (selection, limit, at) => {
        const want = expected(all, selection);
        const total = await countForms(world.db, selection);
        assert.equal(total, want.length);
        const counted = { count: want.length, isExact: true };
        assert.deepEqual(await countUpTo(world.db, selection), counted);
        const offset = Math.floor((at / 1000) * want.length);
        const from = await selectListedForms(world.db, selection, { offset }, limit + 1, total);
        const ids = from.map(({ id }) => id);
        assert.deepEqual(ids, want.slice(offset, offset + limit + 1));
        const last = from.at(-1);
        if (!last) return;
        const position = { after: positionOf(last, selection.order) };
        const next = await selectListedForms(world.db, selection, position, limit + 1, total);
        assert.deepEqual(
          next.map(({ id }) => id),
          want.slice(offset + ids.length, offset + ids.length + limit + 1),
        );
      }),
      { numRuns: casesOf({ daily: 60, nightly: 250 }) },
    );
  });

  test('pages of the whole list are the same from front and end, deep and shallow', async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const selection: FormSelection = {
        accountId: world.account.id,
        visibility: 'all',
        order: { key: 'lastUpdateDate', direction },
        status: undefined,
        namePrefix: undefined,
        filter: undefined,
      };
      const want = expected(all, selection);
      const found: string[] = [];
      for (let offset = 0; offset < want.length; offset += 100) {
        const rows = await selectListedForms(world.db, selection, { offset }, 100, want.length);
        found.push(...rows.map(({ id }) => id));
      }
      assert.deepEqual(found, want);
    }
  });
});
