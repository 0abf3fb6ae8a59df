// Finds violations of accessibility rules with axe. It is loaded once into each page; the usual driver packages load it
// again for each check, and open a second page to summarise.
import axe, { type Result } from 'axe-core';
import type { Page } from 'playwright-core';

/** A broken rule, with the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly html: readonly string[];
}

/** What of a page is examined; left out: all of it, by every rule that axe has on. */
export interface Examined {
  /** Only what is inside the modal dialog, where one is open: nobody reaches what is behind. */
  readonly dialogOnly?: boolean;
  /** Only what its colours say. */
  readonly coloursOnly?: boolean;
}

/** Those rules that are on of what axe has for colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const DIALOG = '[role=dialog][aria-modal=true]';

export async function findViolations(
  page: Page,
  { dialogOnly = false, coloursOnly = false }: Examined = {},
): Promise<readonly Violation[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const within = dialogOnly ? `document.querySelector('${DIALOG}') ?? document` : 'document';
  const options = {
    resultTypes: ['violations'],
    ...(coloursOnly && { runOnly: OF_COLOURS }),
  };
  const violations = await page.evaluate<readonly Result[]>(
    `axe.run(${within}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => ({ id, html: nodes.map(({ html }) => html) }));
}
