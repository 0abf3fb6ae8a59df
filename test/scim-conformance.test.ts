// The table of clauses is only useful if it can't be wrong: these tests try each way in which it could be.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  type ClaimingTest,
  claimingTestsIn,
  faultsOf,
  readClaimingTests,
  readClauses,
  renderScimConformance,
} from '../tools/scim-conformance.ts';

type Clauses = Parameters<typeof faultsOf>[0];
type Clause = Clauses['parts'][number]['sections'][number]['clauses'][number];

const clause = (level: Clause['level'], more: Partial<Clause> = {}): Clause => ({
  id: '7644-3.1-01',
  level,
  requirement: 'It holds.',
  ...more,
});
const listOf = (...clauses: readonly Clause[]): Clauses => ({
  parts: [
    { rfc: 'RFC 7644', title: 'protocol', sections: [{ title: '§3.1', clauses: [...clauses] }] },
  ],
  departures: [{ no: 'D1', rfc: 'a', providers: 'b', ours: 'c' }],
});
const claim = (id: string): ClaimingTest => ({
  path: 'test/a.test.ts',
  name: 'it holds',
  ids: [id],
});

describe('the clauses and the tests that claim them', () => {
  test('fit together as they are', () => {
    assert.deepEqual(faultsOf(readClauses(), readClaimingTests()), []);
    const all = readClauses().parts.flatMap(({ sections }) => sections.flatMap((it) => it.clauses));
    assert.ok(all.length >= 355, String(all.length));
  });

  test('a clause without a test is a fault, whatever its level', () => {
    for (const level of ['MUST', 'MUST NOT', 'SHOULD', 'MAY', 'REQUIRED-by-example'] as const) {
      assert.match(faultsOf(listOf(clause(level)), []).join(), /7644-3\.1-01.*no test claims it/);
      assert.deepEqual(faultsOf(listOf(clause(level)), [claim('7644-3.1-01')]), []);
    }
  });

  test("only a MAY can be 'not done', whether tests show how it is refused or not", () => {
    const notDone = 'nobody needs it';
    for (const tests of [[], [claim('7644-3.1-01')]]) {
      assert.deepEqual(faultsOf(listOf(clause('MAY', { notDone })), tests), []);
      for (const level of ['MUST', 'MUST NOT', 'SHOULD', 'SHOULD NOT'] as const) {
        const faults = faultsOf(listOf(clause(level, { notDone })), tests);
        assert.match(faults.join(), new RegExp(`a ${level} can not be 'not done'`));
      }
    }
  });

  test('an unknown clause, one that stands twice and an unknown departure are faults', () => {
    const list = listOf(clause('MAY', { departures: ['D1', 'D9'] }), clause('MAY'));
    const faults = faultsOf(list, [claim('7644-3.1-01'), claim('7644-3.1-02')]);
    assert.deepEqual(faults, [
      'test/a.test.ts: there is no clause 7644-3.1-02',
      '7644-3.1-01: stands in the list twice',
      '7644-3.1-01: there is no departure D9',
    ]);
  });

  test('names are read as they stand, in either quotes; what is commented out claims nothing', () => {
    const text = [
      "  test('7643-2.1-01 9865-2-03 one \\'name\\'', () => {});",
      '  it(`7644-3.4.2.2-01 SQL selects `, () => {});',
      '  test(',
      "    '7643-2.1-02 on the next line',",
      "  // test('7643-2.1-03 not run', () => {});",
      "  assert.equal('7643-2.1-04', id);",
    ].join('\n');
    assert.deepEqual(claimingTestsIn('a.test.ts', text), [
      { path: 'a.test.ts', name: "one 'name'", ids: ['7643-2.1-01', '9865-2-03'] },
      { path: 'a.test.ts', name: 'SQL selects ', ids: ['7644-3.4.2.2-01'] },
      { path: 'a.test.ts', name: 'on the next line', ids: ['7643-2.1-02'] },
    ]);
  });

  test('the written table is the one that they make', () => {
    assert.equal(readFileSync('docs/scim-conformance.md', 'utf8'), renderScimConformance());
  });
});
