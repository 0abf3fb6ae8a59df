// Finds violations of accessibility rules with axe. It is loaded once into each page; the usual driver packages load it
// again for each check, and open a second page to summarise.
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** A broken rule, with the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly html: readonly string[];
}

/** Checks every rule that axe enables by default. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Result[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}
