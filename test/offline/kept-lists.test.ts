// The search without a network, in a real browser: however common the words are, it finds what reading all rows finds.
// Nightly: a browser for long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { launchChromium } from '../support/chromium.ts';

const ENTRY = fileURLToPath(new URL('../../web/src/offline/list-store.ts', import.meta.url));
/** More than are looked at one after another, so that rows are also found by their keys. */
const ROWS = 9000;

interface Row {
  readonly key: string;
  readonly label: string;
  readonly region: string;
}

/** Dams come first by label, weirs last; only every third row is `left`, and no dam is. */
const rows = Array.from({ length: ROWS }, (_, i): Row => {
  const kind = i % 2 === 0 ? 'dam' : 'weir';
  const side = i % 2 === 1 && i % 3 === 0 ? 'left' : 'right';
  return {
    key: `S${i}`,
    label: `${kind} ${String(i).padStart(5, '0')} ${side}`,
    region: `r${i % 3}`,
  };
});

const QUERIES = [
  '',
  'S8999',
  'dam',
  'weir',
  'd',
  'left',
  'weir left',
  'dam left',
  'dam weir',
  'right',
  'zzz',
];
const HITS = 50;

/** Returns what reading all rows finds. */
function naive(q: string, region: string | undefined): readonly string[] {
  const terms = q.toLowerCase().split(' ');
  return rows
    .filter(
      (row) =>
        (region === undefined || row.region === region) &&
        terms.every((term) =>
          [row.key.toLowerCase(), ...row.label.split(' ')].some((word) => word.startsWith(term)),
        ),
    )
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
    .slice(0, HITS)
    .map(({ key }) => key);
}

describe('rows of a list on the device', () => {
  test('a search finds the first rows by label that have all words, and those alone', async (t) => {
    const [built] = (await build({
      configFile: false,
      logLevel: 'silent',
      build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name: 'Lists' } },
    })) as Rolldown.RolldownOutput[];
    const browser = await launchChromium([]);
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.route('https://lists.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Lists</title>' }),
    );
    await page.goto('https://lists.example/');
    await page.addScriptTag({ content: built?.output[0].code ?? '' });
    const cases = QUERIES.flatMap((q) => [undefined, 'r0', 'r1'].map((region) => ({ q, region })));
    const found = await page.evaluate(
      async ([all, asked]) => {
        const { storeRows, findKept } = Reflect.get(globalThis, 'Lists');
        const person = { id: 'someone', accountId: 'account' };
        const kept = all.map((row, i) => ({
          ...{ key: row.key, label: row.label, seq: i + 1, cells: {}, list: 'sites' },
          labelKey: row.label,
          words: [row.key.toLowerCase(), ...row.label.split(' '), `=region:${row.region}`].map(
            (word) => `sites ${word}`,
          ),
        }));
        const list = { id: 'sites', seq: all.length, isWhole: true };
        // A state that was lost by a restored backup is forgotten.
        const lost = { ...kept[0], key: 'lost', label: 'a', labelKey: 'a' };
        await storeRows(person, list, { rows: [lost], gone: [], isReset: false });
        await storeRows(person, list, { rows: [], gone: [], isReset: true });
        await storeRows(person, list, { rows: kept, gone: [], isReset: false });
        const answers: string[][] = [];
        for (const { q, region } of asked) {
          const narrowed = region === undefined ? {} : { column: 'region', value: region };
          const hits: { key: string }[] = await findKept(person, 'sites', { q, ...narrowed });
          answers.push(hits.map(({ key }) => key));
        }
        return answers;
      },
      [rows, cases] as const,
    );
    for (const [at, { q, region }] of cases.entries()) {
      assert.deepEqual(found[at], naive(q, region), `${q} in ${region}`);
    }
  });
});
