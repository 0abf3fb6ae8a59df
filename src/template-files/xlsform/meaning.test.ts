// What imported expressions are for the engine, with the results that ODK gives.
// Nightly: it takes over three seconds.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { createFormEngines } from '#questionnaires/engine/form-engine.ts';
import { convertRows } from '../../../test/support/convert-rows.ts';

const engines = createFormEngines({ clock: { now: () => Date.UTC(2026, 10, 28, 12) } });
after(() => engines.close());

/** Fields of each kind, and a calculation; in a test, `#` is the dollar sign. */
const FIELDS = `
  type                  | name  | label | calculation
  integer               | n     | N     |
  integer               | n2    | N2    |
  decimal               | d     | D     |
  text                  | s     | S     |
  text                  | s2    | S2    |
  date                  | day   | Day   |
  time                  | at    | At    |
  select_one c          | one   | One   |
  select_multiple c     | many  | Many  |
  begin repeat          | rows  | Rows  |
  text                  | nick  | Nick  |
  integer               | age   | Age   |
  end repeat            |       |       |
  calculate             | later |       | if(#{n} = 1, #{day} + 1, #{day} + 3)
  calculate             | missed |      | #{later} - #{day2}
  date                  | day2  | Day   |
`;
const CHOICES = `
  list_name | name | label
  c         | a    | A
  c         | b    | B
  c         | 1    | One
`;

async function results(
  expressions: readonly string[],
  answers: JsonObject,
): Promise<readonly (JsonValue | undefined)[]> {
  const rows = expressions.map((each, i) => `calculate | x${i} | | ${each.replaceAll('#{', '${')}`);
  const definition = await convertRows(
    `${FIELDS.replaceAll('#{', '${')}${rows.join('\n')}`,
    CHOICES,
  );
  const { computed } = await engines.of('acme').facts(definition, answers);
  return expressions.map((_, i) => computed[`x${i}`] ?? null);
}

async function holds(expected: Readonly<Record<string, JsonValue>>, answers: JsonObject) {
  const found = await results(Object.keys(expected), answers);
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((each, i) => [each, found[i]])),
    expected,
  );
}

test('a missing number is not a number: what is calculated from it is missing, and compares with nothing', () =>
  holds(
    {
      '#{n} + 1': null,
      '#{n} * 2': null,
      '#{n2} * 2': 8,
      "if(#{n} + #{n2} < 100, 'y', 'n')": 'n',
      "if(#{n} * 2 = 0, 'y', 'n')": 'n',
      "if(#{n} * 2 != 0, 'y', 'n')": 'y',
      "if(#{n} < 5, 'y', 'n')": 'n',
      "if(#{n} >= #{d}, 'y', 'n')": 'n',
      "if(#{n} = #{d}, 'y', 'n')": 'y',
      "if(#{n} + 1 = #{d} + 1, 'y', 'n')": 'n',
      'coalesce(#{n}, 0) + 1': 1,
      'int(#{n})': null,
      'round(#{n} div #{n2}, 2)': null,
      '#{n2} div 0': null,
      'int(-3.7)': -3,
      'floor(-3.2)': -4,
      'ceiling(3.2)': 4,
      'round(2.5)': 3,
      '0.1 + 0.2': 0.3,
      '#{n2} mod 3': 1,
      // In ODK 0: a calculation of no answers has no value here (decision 96).
      'sum(#{age})': null,
      'sqrt(#{n2})': 2,
      'sqrt(-1)': null,
      'count(#{rows})': 0,
    },
    { n2: 4 },
  ));

test('the length of a number is that of its digits, and of a text as it was typed', () =>
  holds(
    {
      'string-length(#{n})': 10,
      'string-length(#{s})': 5,
      'string-length(#{s2})': 0,
      'string-length(#{day})': 10,
      'string-length(#{one})': 1,
      'string-length(#{many})': 3,
      'count-selected(#{many})': 2,
    },
    { n: 1234567890, s: '012.0', day: '2026-11-28', one: 'a', many: ['a', 'b'] },
  ));

test('entries are counted whether or not something is filled in', () =>
  holds(
    {
      'count(#{rows})': 3,
      'count(#{nick})': 3,
      'count-non-empty(#{nick})': 1,
      "join(', ', #{age})": '1, , 3',
      'indexed-repeat(#{age}, #{rows}, 3)': 3,
      'indexed-repeat(#{age}, #{rows}, 4)': null,
      'max(#{age})': 3,
    },
    { rows: [{ age: 1 }, { nick: 'x' }, { age: 3 }] },
  ));

test('several choices are equal to one only if it is chosen alone', () =>
  holds(
    {
      "if(#{many} = 'a', 'y', 'n')": 'n',
      "if(#{many} = 'a b', 'y', 'n')": 'y',
      "if(#{many} != 'a', 'y', 'n')": 'y',
      "if(selected(#{many}, 'a'), 'y', 'n')": 'y',
      "if(not(selected(#{many}, '1')), 'y', 'n')": 'y',
      "if(selected(#{many}, 'gone') or #{n} = 1, 'y', 'n')": 'y',
      "if(#{one} = 'gone', 'y', 'n')": 'n',
      "if(#{one} != 'gone', 'y', 'n')": 'y',
      "if(#{one} = 1, 'y', 'n')": 'n',
      "if((#{n} > 3) = 'false', 'y', 'n')": 'y',
      "if((#{n} = 1) = true(), 'y', 'n')": 'y',
      'selected-at(#{many}, 1)': 'b',
      'selected-at(#{many}, 2)': null,
    },
    { many: ['a', 'b'], one: 'a', n: 1 },
  ));

test('texts are compared with their letter case and blanks', () =>
  holds(
    {
      "if(#{s} = 'yes', 'y', 'n')": 'n',
      "if(#{s} = 'Yes ', 'y', 'n')": 'y',
      "if(#{s} != 'yes', 'y', 'n')": 'y',
      "if(#{s2} = '1.0', 'y', 'n')": 'y',
      "if(#{s2} = '1', 'y', 'n')": 'n',
      "if(#{s2} = 1, 'y', 'n')": 'y',
      "if(contains(#{s}, 'y'), 'y', 'n')": 'n',
      "if(starts-with(#{s}, 'Ye'), 'y', 'n')": 'y',
      "if(#{s} = '', 'y', 'n')": 'n',
      "concat(#{s}, 'x', #{s2})": 'Yes x1.0',
      'concat(1, 2)': '12',
      'substr(#{s2}, 0, 1)': '1',
    },
    { s: 'Yes ', s2: '1.0' },
  ));

test('times with seconds and dates with days are compared as they are meant', () =>
  holds(
    {
      "if(#{at} >= '08:00:00.000', 'y', 'n')": 'y',
      "if(#{at} <= '08:00:00.000+02:00', 'y', 'n')": 'y',
      "if(#{at} > '08:00', 'y', 'n')": 'n',
      'today() - #{day}': 28,
      '#{day} - today()': -28,
      "if(#{day} + 28 = today(), 'y', 'n')": 'y',
      'date(#{day} + 0)': '2026-10-31',
      'date(#{day} + 1)': '2026-11-01',
      "format-date(#{day}, '%d.%m.%Y')": '31.10.2026',
      'int((today() - #{day}) div 7)': 4,
      '#{later} - #{day}': 3,
      "if(#{missed} = 'NaN' or string-length(#{missed}) = 0, 'y', 'n')": 'y',
      "if(#{missed} > 1, 'y', 'n')": 'n',
    },
    { at: '08:00', day: '2026-10-31' },
  ));
