// Runs alone: it measures the processor time of its process.
// Parameters that no list accepts: the answer names the parameter and what would be right. A hostile filter can't raise
// the cost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { forEachEngine } from '../support/engines.ts';
import type { Answer } from '../support/instance.ts';
import { fresh } from '../support/scim.ts';
import { startWitness, type Witness } from '../support/witness.ts';

const SCIM_LISTS = ['/scim/v2/Users', '/scim/v2/Groups'];
const V2_LISTS = ['/v2/formz', '/v2/users', '/v2/groups'];
const NUMBERS_THAT_ARE_NONE = [
  '1e309',
  '1e2',
  'abc',
  '1.5',
  '0x10',
  '%20%201',
  '1%00',
  '٣',
  '--1',
  'NaN',
  'Infinity',
  '1,2',
  '[1]',
  'null',
  'true',
];
const HUGE = ['1000000000', '9007199254740993', '9'.repeat(400)];
const SECOND_MS = 1000;
/**
 * Returns the CPU time, including the service, which runs in this process; other work of the machine does not count.
 */
const cpuMsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

forEachEngine((engine) => {
  let witness: Witness;
  before(async () => {
    witness = await startWitness(engine);
    for (let i = 0; i < 3; i += 1) {
      await witness.send('POST', '/scim/v2/Users', { body: { userName: fresh() } });
      await witness.send('POST', '/scim/v2/Groups', { body: { displayName: fresh() } });
    }
  });
  after(() => witness.close());

  const get = (path: string) => witness.send('GET', path);
  /** Checks for a 400 that names the parameter. */
  const refused = async (path: string, name: string): Promise<Answer> => {
    const answer = await get(path);
    assert.equal(answer.status, 400, `${path.slice(0, 80)} ${answer.text.slice(0, 300)}`);
    const said = `${answer.at('at')} ${answer.at('detail')}`.toLowerCase();
    assert.ok(said.includes(name.toLowerCase()), `${path.slice(0, 80)} ${answer.text}`);
    return answer;
  };

  test('a parameter that /v2 does not know is refused with those that there are, wherever it stands', async () => {
    for (const path of V2_LISTS) {
      const answer = await refused(`${path}?pageSize=1&templateId=x`, 'templateId');
      assert.match(String(answer.at('detail')), /allowed parameters are: .*pageSize/);
    }
    assert.match((await refused('/v2/formz/x?fields=a', 'fields')).text, /includeDeleted/);
    assert.match(
      (await refused('/v2/formz/x/attachments?page=1', 'page')).text,
      /This path has none/,
    );
    assert.equal((await get('/v2/formz?PAGESIZE=1&Status=draft')).status, 200);
    // SCIM ignores unknown parameters (RFC 7644 §3.4.2).
    assert.equal((await get('/scim/v2/Users?templateId=x')).status, 200);
  });

  test('check 36: SCIM: count below 0 is 0, a huge one all, startIndex below 1 is 1', async () => {
    for (const path of SCIM_LISTS) {
      for (const [query, startIndex, itemsPerPage] of [
        ['count=0', 1, 0],
        ['count=-1', 1, 0],
        [`count=-${'9'.repeat(400)}`, 1, 0],
        ['count=', 1, 3],
        ['startIndex=', 1, 3],
        ['startIndex=0', 1, 3],
        ['startIndex=-1', 1, 3],
        ['startIndex=3&count=2', 3, 1],
        ...HUGE.map((count) => [`count=${count}`, 1, 3] as const),
      ] as const) {
        const answer = await get(`${path}?${query}`);
        const found = ['totalResults', 'startIndex', 'itemsPerPage'].map((name) => answer.at(name));
        assert.deepEqual(found, [3, startIndex, itemsPerPage], `${path}?${query.slice(0, 80)}`);
      }
      for (const huge of HUGE) {
        const answer = await get(`${path}?startIndex=${huge}`);
        assert.deepEqual([answer.status, answer.at('Resources')], [200, []], huge);
      }
    }
  });

  test('SCIM: what is no whole number, or stands there twice, is 400 invalidValue', async () => {
    for (const path of SCIM_LISTS) {
      for (const name of ['count', 'startIndex']) {
        for (const value of NUMBERS_THAT_ARE_NONE) {
          const answer = await get(`${path}?${name}=${encodeURI(value).replaceAll('%25', '%')}`);
          const what = `${path} ${name}=${value} ${answer.text}`;
          assert.deepEqual([answer.status, answer.at('scimType')], [400, 'invalidValue'], what);
        }
        const twice = await refused(`${path}?${name}=1&${name}=2`, name);
        assert.equal(twice.at('scimType'), 'invalidValue');
      }
    }
  });

  test('v2: a page below 1, or no whole number, or there twice, is 400', async () => {
    for (const path of V2_LISTS) {
      for (const name of ['pageSize', 'pageNumber', 'PAGESIZE']) {
        for (const value of ['0', '-1', '', '+1', ...NUMBERS_THAT_ARE_NONE.filter(isPlain)]) {
          await refused(`${path}?${name}=${encodeURIComponent(value)}`, name);
        }
        await refused(`${path}?${name}=1&${name}=1`, name);
        await refused(`${path}?${name}=1&${name.toUpperCase()}=1`, name);
      }
      assert.equal((await get(`${path}?pageSize=1%00`)).status, 400);
    }
  });

  test('check 36: v2: huge numbers are an empty page, or the largest page', async () => {
    for (const path of V2_LISTS) {
      for (const huge of HUGE) {
        const beyond = await get(`${path}?pageNumber=${huge}`);
        assert.deepEqual([beyond.status, beyond.body], [200, []], beyond.text);
        assert.equal((await get(`${path}?pageSize=${huge}`)).status, 200);
      }
    }
    const users = await get('/v2/users?pageSize=1000000000');
    assert.match(users.headers['link'] ?? '', /pageSize=100\b/);
  });

  test('v2: every other parameter of the form list says what it takes', async () => {
    for (const [query, name] of [
      ['status=done', 'status'],
      ['status=', 'status'],
      ['status=draft&status=complete', 'status'],
      ['sort=colour', 'sort'],
      ['sort=__proto__', 'sort'],
      ['sort=name%20sideways', 'sort'],
      ['sort=name%20asc%20desc', 'sort'],
      ['direction=up', 'direction'],
      ['sort=name%20asc&direction=desc', 'direction'],
      [`name=${'x'.repeat(600)}`, 'name'],
      [`name=${'%C3%9F'.repeat(300)}`, 'name'],
      ['after=x', 'after'],
      ['after=', 'after'],
      [`after=${'A'.repeat(2000)}`, 'after'],
      ['filter=', 'filter'],
      [`name=${'%C3%BC'.repeat(510)}`, 'query'],
      [`x=${'y'.repeat(40_000)}`, 'query'],
      ['name=%ff', 'query'],
      ['name=a%00b', 'name'],
    ] as const) {
      await refused(`/v2/formz?${query}`, name);
    }
  });

  const bombs = (comparison: string): readonly string[] => [
    '('.repeat(1000),
    '('.repeat(10_000),
    `${'('.repeat(1000)}${comparison}${')'.repeat(1000)}`,
    `${'('.repeat(10_000)}${comparison}${')'.repeat(10_000)}`,
    `${'not ('.repeat(1000)}${comparison}${')'.repeat(1000)}`,
    `${'not '.repeat(2000)}${comparison}`,
    Array.from({ length: 700 }, () => comparison).join(' and '),
    Array.from({ length: 400 }, () => comparison).join(' or '),
    comparison.padEnd(10_000, ' and'),
    `${comparison} and ${'x'.repeat(10_000)}`,
    `${comparison.slice(0, -1)}${'x'.repeat(10_000)}`,
    `"${'\\'.repeat(9999)}`,
    `${'"'.repeat(10_000)}`,
    `${'emails['.repeat(1000)}${']'.repeat(1000)}`,
    `${'a.'.repeat(5000)}a eq 1`,
    `${'urn:a:'.repeat(1600)}a eq 1`,
    ' '.repeat(10_000),
    '\u{1f600}'.repeat(2500),
    '\n\t'.repeat(3000),
    '-'.repeat(10_000),
    '9'.repeat(10_000),
  ];

  test('check 36: 7644-3.4.2.2-22 a filter of 10 kB, or of 10,000 brackets, is 400 and costs nothing', async () => {
    const tried = [
      ...SCIM_LISTS.flatMap((path) =>
        bombs('displayName eq "x"').map((filter) => ({ path, filter })),
      ),
      ...bombs('lastUpdateDate gt 2020-01-01').map((filter) => ({ path: '/v2/formz', filter })),
    ];
    for (const { path, filter } of tried) {
      const before = process.cpuUsage();
      const answer = await get(`${path}?filter=${encodeURIComponent(filter)}`);
      const what = `${path} ${filter.slice(0, 60)} ${answer.text.slice(0, 300)}`;
      assert.equal(answer.status, 400, what);
      assert.ok(cpuMsSince(before) < SECOND_MS, `slow: ${what}`);
      const long = encodeURIComponent(filter).length > 32_768;
      if (path.startsWith('/scim') && !long) {
        assert.equal(answer.at('scimType'), 'invalidFilter', what);
      }
    }
  });

  test('a filter within the limits but wide is answered, not refused and not slow', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `userName eq "${'é'.repeat(90)}${i}"`);
    const before = process.cpuUsage();
    const answer = await get(`/scim/v2/Users?filter=${encodeURIComponent(names.join(' and '))}`);
    assert.deepEqual([answer.status, answer.at('totalResults')], [200, 0], answer.text);
    assert.ok(cpuMsSince(before) < SECOND_MS);
  });

  test('check 38: names that objects inherit are no attributes in filters and projections', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'emails.__proto__']) {
      const filter = encodeURIComponent(`${name} eq "x"`);
      const answer = await get(`/scim/v2/Users?filter=${filter}`);
      assert.deepEqual([answer.status, answer.at('scimType')], [400, 'invalidFilter'], name);
      for (const parameter of ['attributes', 'excludedAttributes']) {
        const shown = await get(`/scim/v2/Users?${parameter}=${name}`);
        assert.equal(shown.status, 200, shown.text);
      }
      assert.equal((await get(`/scim/v2/Users?${name}=x`)).status, 200);
      await refused(`/v2/formz?${name}=x`, name);
    }
  });

  test('discovery takes no filter and says so', async () => {
    for (const path of ['Schemas', 'ResourceTypes', 'ServiceProviderConfig']) {
      const answer = await get(`/scim/v2/${path}?filter=${encodeURIComponent('id eq "x"')}`);
      assert.equal(answer.status, 403, answer.text);
    }
  });
});

/** Returns whether a value is not percent-encoded yet. */
function isPlain(value: string): boolean {
  return !value.includes('%');
}
