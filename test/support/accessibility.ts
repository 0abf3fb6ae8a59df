// What axe finds wrong in a page. It is put into each page once and stays for all looks at it; the
// packages that drive it put it there anew for each, and open a second page to sum up.
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** A rule that is broken, with the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly html: readonly string[];
}

/** By every rule that axe has on. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Result[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}
