// Compares the page of a complete form with what was entered.
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { type Filled, readsOf } from './filled.ts';
import type { Files, Rows, Value } from './journey.ts';

/** A question on the page, or a cell of a table, with its answer. */
interface Read {
  readonly title: string;
  readonly text: string;
  /** The names of its pictures. */
  readonly images: string;
}

const READ_PAGE = `[...document.querySelectorAll('main dl > div, main [data-header]')].map((each) => {
  const value = each.querySelector(':scope > dd') ?? each;
  return {
    title: each.dataset.header ?? each.querySelector('dt').textContent,
    text: value.textContent,
    images: [...value.querySelectorAll('img')].map((image) => image.alt).join(),
  };
})`;

export async function assertRead(page: Page, filled: readonly Filled[]): Promise<void> {
  await page.locator('main dl').first().waitFor();
  const read = (await page.evaluate(READ_PAGE)) as readonly Read[];
  for (const each of filled) {
    const { asked, sample } = each;
    const at = read.findIndex(({ title }) => title === asked.title);
    if (asked.isHidden) {
      assert.equal(read[at], undefined, asked.name);
      continue;
    }
    if ('rows' in sample) assertRows(read.slice(at + 1), sample, asked.name);
    else if ('files' in sample) assertFiles(read[at], each, sample);
    else assert.equal(read[at]?.text, readsOf(sample, 'en'), asked.name);
  }
}

/** The heads of columns that the program names. */
const HEADS: ReadonlyMap<string, string> = new Map([
  ['row', 'Row'],
  ['answer', 'Answer'],
]);

/** Checks the cells that were filled in, row by row, in order. */
function assertRows(below: readonly Read[], { rows }: Rows, table: string): void {
  let at = -1;
  for (const [name, cell] of rows.flatMap((row) => Object.entries(row))) {
    const title = HEADS.get(name) ?? name;
    at = below.findIndex((each, i) => i > at && each.title === title);
    assertCell(below[at], cell, `${table}: ${name}`);
  }
}

function assertCell(read: Read | undefined, cell: Value | Files, what: string): void {
  if ('value' in cell) assert.equal(read?.text, readsOf(cell, 'en'), what);
  else {
    const shown = `${read?.text}${read?.images}`;
    for (const { name } of cell.files) assert.ok(shown.includes(name), what);
  }
}

function assertFiles(read: Read | undefined, { asked }: Filled, { files }: Files): void {
  const { text = '', images = '' } = read ?? {};
  for (const { name, type } of files) {
    const where = type.startsWith('image/') ? images + text : text;
    const named = asked.journey.by === 'draw' ? asked.title : name;
    assert.ok(where.includes(named), `${asked.name}: ${named}, not ${text} ${images}`);
  }
}
