// What axe finds wrong in a page. It is put into each page once and stays for all looks at it; the
// packages that drive it put it there anew for each, and open a second page to sum up.
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** A rule that is broken, with the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly html: readonly string[];
}

/** All that a page in other colours can break that it did not break before. */
export const RULES_OF_COLOUR: readonly string[] = ['color-contrast', 'link-in-text-block'];

/** By every rule that axe has on, or by some. */
export async function findViolations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}
