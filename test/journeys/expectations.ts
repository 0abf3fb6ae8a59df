// Compares what each reader of a form gets with the table.
import assert from 'node:assert/strict';
import type { JsonObject } from '#kernel/json.ts';
import { readCsv } from '../support/csv.ts';
import type { Answer } from '../support/instance.ts';
import { pagesOfPdf } from '../support/pdf-text.ts';
import type { Asked } from './build.ts';
import { cellOf, type Filled, printOf, readsOf, shownInApi, squeezed } from './filled.ts';
import type { Rows, Words } from './journey.ts';
import type { Exported } from './service.ts';

type Locale = keyof Words;

/** Checks `GET /v2/formz/{id}`. */
export function assertApi(form: Answer, filled: readonly Filled[]): void {
  const linkTo = (id: string) => `${form.at('url')}/attachments/${id}`;
  for (const each of filled) {
    const { name, journey, property, isHidden } = each.asked;
    if (isHidden) {
      const value = form.at('fields', name, journey.member);
      const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
      assert.ok(
        form.at('fields', name, 'hidden') === true && isEmpty,
        JSON.stringify(form.at('fields', name)),
      );
      continue;
    }
    const { id: _id, ...shown } = Object(form.at('fields', name));
    const expected = { name, type: property?.type ?? journey.type, ...shownInApi(each, linkTo) };
    assert.deepEqual(shown, expected, name);
  }
}

interface Plain {
  readonly name: string;
  readonly title: string;
  readonly state: string;
  readonly displayValue: string;
  readonly rows?: readonly (readonly Plain[])[];
  readonly rowTitles?: readonly string[];
  readonly totals?: readonly Plain[];
}

/** Returns the title of the first row or entry; undefined if the template does not give it one. */
function titleOfFirst(
  { asked: { named, property }, sample }: Pick<Filled, 'asked' | 'sample'>,
  locale: Locale,
): string | undefined {
  const name = 'rows' in sample ? sample.rows[0]?.['row'] : undefined;
  if (name !== undefined) return readsOf(name, locale);
  return named === 'templateTitle' ? property?.shows : undefined;
}

/** Checks the data from which the page of the form is shown. */
export function assertPage(form: Answer, filled: readonly Filled[], locale: Locale): void {
  const told = new Map((form.at('plain') as readonly Plain[]).map((each) => [each.name, each]));
  for (const { asked, sample } of filled) {
    const plain = told.get(asked.name);
    if (asked.isHidden) {
      assert.equal(plain?.state, 'hidden', asked.name);
      continue;
    }
    assert.equal(plain?.title, asked.title, asked.name);
    if ('rows' in sample) {
      const rows = plain?.rows?.map((row) =>
        Object.fromEntries(
          row.flatMap(({ name, state, displayValue }) =>
            state === 'answered' ? [[name, displayValue]] : [],
          ),
        ),
      );
      const expected = sample.rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [name, readsOf(cell, locale)]),
        ),
      );
      assert.deepEqual(rows, expected, `${asked.name}, ${locale}`);
      assert.equal(plain?.rowTitles?.[0], titleOfFirst({ asked, sample }, locale), asked.name);
      assert.deepEqual(
        Object.fromEntries((plain?.totals ?? []).map((each) => [each.name, each.displayValue])),
        Object.fromEntries(
          Object.entries(sample.totals ?? {}).map(([name, { reads }]) => [name, reads[locale]]),
        ),
        asked.name,
      );
    } else assert.equal(plain?.displayValue, readsOf(sample, locale), `${asked.name}, ${locale}`);
  }
}

/** Checks the one line of the form, and a table for each question with rows. */
export function assertCsv(files: Exported, filled: readonly Filled[], locale: Locale): void {
  const tables = new Map([...files].map(([name, bytes]) => [name, readCsv(bytes.toString())]));
  const main = [...tables].find(([name]) => !name.includes(' - '))?.[1] ?? [];
  const [heads = [], line = []] = main;
  assert.equal(main.length, 2);
  for (const { asked, sample } of filled) {
    const cell = line[heads.indexOf(headOf(asked.title, unitOf(asked)))];
    if (asked.isHidden) {
      assert.equal(cell, '', asked.name);
      continue;
    }
    if (!('rows' in sample)) {
      assert.equal(cell, cellOf(sample, locale), `${asked.name}, ${locale}`);
      continue;
    }
    assert.equal(cell, String(sample.rows.length), asked.name);
    const [innerHeads = [], ...rows] =
      [...tables].find(([name]) => name.endsWith(` - ${asked.name}.csv`))?.[1] ?? [];
    const names = innerHeads.slice(3).map((head) =>
      head
        .replace(/ \((?:mm|kg|€)\)$/, '')
        .replace(/^(?:Row|Zeile)$/, 'row')
        .replace(/^(?:Answer|Antwort)$/, 'answer'),
    );
    assert.ok(!names.includes('number') || innerHeads.includes('number (mm)'), asked.name);
    assert.deepEqual(
      rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i + 3]]))),
      sample.rows.map((row) =>
        Object.fromEntries(
          names.map((name) => [name, row[name] === undefined ? '' : cellOf(row[name], locale)]),
        ),
      ),
      `${asked.name}, ${locale}`,
    );
  }
}

/** The unit is in the heading, so that the cells are numbers. */
const headOf = (title: string, unit: unknown): string =>
  typeof unit === 'string' ? `${title} (${unit})` : title;

const unitOf = ({ property }: Asked): unknown => property?.set['unit'];

export function assertJson(files: Exported, filled: readonly Filled[]): void {
  const [form]: readonly { readonly answers: JsonObject }[] = JSON.parse(
    [...files.values()].join(''),
  );
  for (const { asked, answer } of filled) {
    assert.deepEqual(form?.answers[asked.name], asked.isHidden ? undefined : answer, asked.name);
  }
}

export function assertPdf(files: Exported, filled: readonly Filled[], locale: Locale): void {
  const [bytes = Buffer.alloc(0)] = files.values();
  // Without the footer, which is the last two pieces of each page.
  const pages = pagesOfPdf(bytes).map((page) => page.trimEnd().split('\n').slice(0, -2));
  const printed = squeezed(pages.flat().join(''));
  for (const each of filled) {
    const title = squeezed(each.asked.title);
    if (each.asked.isHidden) {
      assert.ok(!printed.includes(title), title);
      continue;
    }
    for (const head of headsOf(each, locale)) {
      assert.ok(printed.includes(squeezed(head), printed.indexOf(title)), `${head} of ${title}`);
    }
    let at = 0;
    for (const wanted of printsOf(each, locale)) {
      at = printed.indexOf(wanted, at);
      assert.ok(at >= 0, `${wanted.slice(0, 300)} is not printed: ${near(printed, title)}`);
      at += wanted.length;
    }
  }
}

/**
 * Returns the texts that must be printed, in order: a title and its answer, or row by row the cells. Whether rows are a
 * grid or a list depends on their width.
 */
function printsOf({ asked, sample }: Filled, locale: Locale): readonly string[] {
  const title = squeezed(asked.title);
  if (!('rows' in sample)) return [title + printOf(sample, locale)];
  const cells = sample.rows.flatMap((row) =>
    cellsIn(row).flatMap(([, cell]) =>
      // A picture stands in its cell without its name.
      'files' in cell ? [] : [printOf(cell, locale)],
    ),
  );
  const named = titleOfFirst({ asked, sample }, locale);
  const totals = Object.values(sample.totals ?? {}).map((total) => printOf(total, locale));
  return [title, ...(named === undefined ? [] : [squeezed(named)]), ...cells, ...totals];
}

/** Returns the heads of the columns of a table, which are printed below its title. */
const headsOf = ({ sample }: Filled, locale: Locale): readonly string[] =>
  'rows' in sample
    ? [...new Set(sample.rows.flatMap(cellsIn).map(([name]) => headIn(name, locale)))]
    : [];

/** The answer to a row of a Likert scale has a head of the program. */
const headIn = (name: string, locale: Locale): string =>
  name === 'answer' ? { en: 'Answer', de: 'Antwort' }[locale] : name;

const cellsIn = (row: Rows['rows'][number]) =>
  Object.entries(row).filter(([name]) => name !== 'row');

const near = (printed: string, title: string): string => {
  const at = printed.indexOf(title);
  return at < 0 ? 'not even its title' : printed.slice(at, at + 300);
};
