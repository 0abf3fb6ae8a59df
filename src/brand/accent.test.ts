import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contrastOf, parseColour, SHADE_OF, shadesOf } from './accent.ts';

/** What text of the colour stands on: the page and its surfaces, which web/src/tokens.css names. */
const GROUNDS = {
  light: ['#ffffff', '#f6f8fa', '#f1f4f7'],
  dark: ['#242424', '#1d1f22', '#2a2d31'],
} as const;

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const EDGES = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#00ff00', '#808080', '#010000'];

function holdsForEvery(check: (colour: string) => void): void {
  fc.assert(fc.property(colours, check), { examples: EDGES.map((colour) => [colour]) });
}

function canBeRead(text: string, ground: string, what: string): void {
  const found = contrastOf(text, ground);
  assert.ok(found >= 4.5, `${what}: ${text} on ${ground} is ${found.toFixed(2)}:1`);
}

for (const scheme of ['light', 'dark'] as const) {
  const { button, link } = SHADE_OF[scheme];

  test(`whatever colour an organisation has, its buttons can be read, also under the pointer, ${scheme}`, () => {
    holdsForEvery((colour) => {
      const shades = shadesOf(colour);
      for (const shade of [shades[button], shades[button + 1] ?? '']) {
        canBeRead('#ffffff', shade, colour);
      }
    });
  });

  test(`whatever colour an organisation has, its links can be read on every surface, ${scheme}`, () => {
    holdsForEvery((colour) => {
      const text = shadesOf(colour)[link];
      for (const ground of GROUNDS[scheme]) canBeRead(text, ground, colour);
    });
  });
}

test('pale marks of the colour carry its dark text, and dark ones its pale text', () => {
  holdsForEvery((colour) => {
    const shades = shadesOf(colour);
    for (const pale of [shades[1], shades[2]]) canBeRead(shades[9], pale, colour);
    canBeRead(shades[0], shades[9], colour);
    canBeRead(shades[2], '#242424', colour);
  });
});

test('shades go from light to dark', () => {
  holdsForEvery((colour) => {
    const onBlack = shadesOf(colour).map((shade) => contrastOf(shade, '#000000'));
    const sorted = onBlack.toSorted((a, b) => b - a);
    // Rounding to 256 steps a channel may swap two that are nearly the same.
    for (const [i, value] of onBlack.entries()) {
      assert.ok(Math.abs(value - (sorted[i] ?? 0)) < 0.2, `${colour} ${i}`);
    }
  });
});

test('a colour that can be read is shown as it is', () => {
  assert.equal(shadesOf('#0b5cad')[SHADE_OF.light.button], '#0b5cad');
  assert.equal(shadesOf('#000000')[SHADE_OF.light.link], '#000000');
});

test('a colour is written as #rgb or #rrggbb, and nothing else is one', () => {
  assert.equal(parseColour(' #0B5CAD '), '#0b5cad');
  assert.equal(parseColour('#1aF'), '#11aaff');
  for (const text of ['', '#', 'red', '0b5cad', '#0b5ca', '#0b5cadff', '#gggggg', 'url(#abc)']) {
    assert.equal(parseColour(text), undefined, text);
  }
});
