// Finds words on a page that no person should meet: raw keys of texts, values that were not filled in, and controls
// whose name for assistive technology lacks what is written on them (WCAG 2.5.3).
import type { Page } from 'playwright-core';
import { AREAS } from '#web/locales/areas.ts';
import { en } from '#web/locales/en/index.ts';

const areas = await Promise.all(Object.values(AREAS).map(async (area) => await area.en()));
/** The groups of all texts, such as `forms`. */
const GROUPS = [...new Set([en, ...areas].flatMap((texts) => Object.keys(texts)))];

/** What programs write, such as rights, is shown as it is written. */
const LITERAL = 'code, pre, kbd, textarea';

/** Runs in the page, which has no types here. What is hidden, and icons, are not compared with names. */
const FIND = `(groups, literal) => {
  const key = new RegExp('^(?:' + groups.join('|') + ')(?:[.][A-Za-z][A-Za-z0-9_-]*)+$');
  const isRaw = (text) => key.test(text.trim()) || /{{ *[a-zA-Z]+ *}}/.test(text);
  const faults = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    const isLiteral = parentElement?.closest(literal + ', script, style') != null;
    if (!isLiteral && isRaw(textContent)) faults.push('shows ' + textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      const text = element.getAttribute(name);
      if (isRaw(text)) faults.push(name + ' is ' + text);
    }
  }
  const signs = (text) => text.toLowerCase().replaceAll(/[^\\p{L}\\p{N}]+/gu, '');
  const named = ['button', 'a', 'summary', '[role=button]', '[role=tab]', '[role=menuitem]'];
  for (const element of document.querySelectorAll(named.map((each) => each + '[aria-label]').join())) {
    const [shown, name] = [element.innerText ?? '', element.getAttribute('aria-label')];
    if (!signs(name).includes(signs(shown))) faults.push('shows ' + shown + ', and is named ' + name);
  }
  return faults;
}`;

export const findRawWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(${FIND})(${JSON.stringify(GROUPS)}, ${JSON.stringify(LITERAL)})`);
