// A step of `npm run check`: everything that the builder offers has a journey in the table.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMN_KINDS, KINDS } from '#web/builder/kinds.ts';
import { OPERATORS_OF } from '#web/builder/operators.ts';
import { columnPropertiesOf, mainPropertiesOf, PROPERTIES_OF } from '#web/builder/properties.ts';
import { builtWith, oneOfEach } from './build.ts';
import { COLUMN_JOURNEYS, OF_EVERY_COLUMN } from './columns.ts';
import type { KindJourney } from './journey.ts';
import { JOURNEYS, OF_EVERY_FIELD } from './table.ts';

const journeys: ReadonlyMap<string, KindJourney> = new Map(Object.entries(JOURNEYS));

function none(names: readonly string[], what: string): void {
  if (names.length > 0) assert.fail(`${names.map((name) => `'${name}'`).join(', ')}: ${what}`);
}

test('every kind of field that the builder offers has its journey', () => {
  const missing = KINDS.filter((kind) => !journeys.has(kind));
  none(missing, 'put these kinds into test/journeys/table.ts');
});

test('so has every property of every kind', () => {
  const missing = KINDS.flatMap((kind) => {
    const known = new Set([
      ...OF_EVERY_FIELD,
      ...Object.keys(journeys.get(kind)?.properties ?? {}),
    ]);
    const offered = [
      ...mainPropertiesOf(kind),
      ...(PROPERTIES_OF[kind] ?? []).map(({ name }) => name),
    ];
    return offered.filter((name) => !known.has(name)).map((name) => `${kind}.${name}`);
  });
  none(missing, 'put these properties into test/journeys/kinds');
});

test('so has every operator of every kind', () => {
  const missing = KINDS.flatMap((kind) => {
    const known = Object.keys(journeys.get(kind)?.conditions ?? {});
    return (OPERATORS_OF[kind] ?? [])
      .filter((operator) => !known.includes(operator))
      .map((operator) => `${kind} ${operator}`);
  });
  none(missing, 'put these operators into test/journeys/kinds');
});

test('so has every kind of column with each of its properties', () => {
  const known: ReadonlySet<string> = new Set(Object.keys(COLUMN_JOURNEYS));
  const missing = COLUMN_KINDS.flatMap((kind) => {
    if (!known.has(kind)) return [kind];
    const told = new Set([...OF_EVERY_COLUMN, ...Object.keys(COLUMN_JOURNEYS[kind].set ?? {})]);
    return columnPropertiesOf(kind)
      .filter((name) => !told.has(name))
      .map((name) => `${kind}.${name}`);
  });
  none(missing, 'put these columns into test/journeys/columns.ts');
});

test('the form that is filled in with a browser asks every kind of field, and every kind of column', () => {
  const { asked } = oneOfEach(KINDS);
  none(
    KINDS.filter((kind) => !asked.some(({ of, named }) => of === kind && named === '')),
    'make a field of these in test/journeys/build.ts',
  );
  const cells = asked.flatMap(({ kind, first, later }) =>
    kind === 'matrixdynamic'
      ? [first, later].map((sample) => ('rows' in sample ? Object.keys(sample.rows[0] ?? {}) : []))
      : [],
  );
  const missing = COLUMN_KINDS.filter((kind) => !cells.some((names) => names.includes(kind)));
  none(missing, 'answer these in a first row of test/journeys/columns.ts');
});

test('every property has a field that is filled in with a browser, and one that refuses what is wrong', () => {
  const bare = KINDS.flatMap((kind) =>
    Object.keys(journeys.get(kind)?.properties ?? {}).flatMap((property) => {
      const ours = builtWith(kind, property).asked.filter(({ named }) => named === property);
      const isRefused = ours.some(({ wrong }) => wrong.length > 0) || kind === 'expression';
      return ours.length > 0 && isRefused ? [] : [`${kind}.${property}`];
    }),
  );
  none(bare, 'say in test/journeys/kinds what is right and what is wrong with these');
});

test('nothing is travelled that the builder does not offer any more', () => {
  const gone = [...journeys].flatMap(([kind, { properties, conditions }]) => {
    const offered = KINDS.find((each) => each === kind);
    if (offered === undefined) return [kind];
    const names: ReadonlySet<string> = new Set([
      ...mainPropertiesOf(offered),
      ...PROPERTIES_OF[offered].map(({ name }) => name),
      ...OPERATORS_OF[offered],
    ]);
    return [...Object.keys(properties), ...Object.keys(conditions)]
      .filter((name) => !names.has(name))
      .map((name) => `${kind} ${name}`);
  });
  none(gone, 'take these out of test/journeys');
});

test('a journey has answers that are right, and some that are wrong', () => {
  const bare = [...journeys].flatMap(([kind, { member, by, right, wrong }]) => {
    if (member === 'none') return [];
    return right.length < 2 || (by !== 'none' && wrong.length === 0) ? [kind] : [];
  });
  none(bare, 'say what is right and what is wrong of these');
});
