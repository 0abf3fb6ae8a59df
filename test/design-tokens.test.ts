// States, faint text and errors can be read: WCAG 2.2 asks for a contrast of 4.5:1 (1.4.3), and of 3:1 for what can be
// typed into (1.4.11).
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contrast } from '../web/styleguide/contrast.ts';

const TONES = ['grey', 'blue', 'green', 'amber', 'red'] as const;
const PAGES = { light: '#ffffff', dark: '#242424' } as const;
const css = ['tokens', 'app'].map((name) => readFileSync(`web/src/${name}.css`, 'utf8')).join('\n');

/** Returns the custom properties of a scheme; what a scheme leaves out has the value of the light one. */
function propertiesOf(scheme: keyof typeof PAGES): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/(:root[^{}]*)\{([^{}]*)\}/g)) {
    const of = /color-scheme="(\w+)"/.exec(selector)?.[1];
    if (selector.includes(' .') || (of !== undefined && of !== scheme)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
      found.set(name, value.trim());
    }
  }
  return found;
}

/** Returns the contrast of two colours, which must both be there. */
function contrastOf(one: string | undefined, other: string | undefined): number {
  assert.match(one ?? '', /^#[0-9a-f]{6}$/);
  assert.match(other ?? '', /^#[0-9a-f]{6}$/);
  return contrast(one ?? '', other ?? '');
}

for (const scheme of ['light', 'dark'] as const) {
  const tokens = propertiesOf(scheme);
  const grounds = [PAGES[scheme], tokens.get('--surface'), tokens.get('--surface-hover')];

  test(`a state can be read on its own ground, ${scheme}`, () => {
    for (const tone of TONES) {
      const found = contrastOf(tokens.get(`--${tone}-text`), tokens.get(`--${tone}-ground`));
      assert.ok(found >= 4.5, `${tone}: ${found.toFixed(2)}`);
    }
  });

  test(`an icon of a state and faint text can be read on every surface, ${scheme}`, () => {
    const texts = [...TONES.map((tone) => `--${tone}-text`), '--mantine-color-dimmed'];
    for (const text of [...texts, '--mantine-color-error']) {
      for (const ground of grounds) {
        const found = contrastOf(tokens.get(text), ground);
        assert.ok(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
    }
  });

  test(`the edge of a field can be seen on every surface, ${scheme}`, () => {
    for (const ground of grounds) {
      const found = contrastOf(tokens.get('--edge'), ground);
      assert.ok(found >= 3, `on ${ground}: ${found.toFixed(2)}`);
    }
  });
}

test('black on white has a contrast of 21', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
});
