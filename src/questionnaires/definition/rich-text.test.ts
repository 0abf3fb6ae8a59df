import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readRichText, refusedLink } from './rich-text.ts';

const plain = (text: string) => ({ text, isBold: false, href: undefined });

test('paragraphs, a list, bold words and links are read', () => {
  const text =
    'Wear **gloves** and\na helmet.\n\n- See [the plan](https://a.example/b)\n- Call us\nBye';
  assert.deepEqual(readRichText(text), [
    {
      kind: 'paragraph',
      runs: [plain('Wear '), { ...plain('gloves'), isBold: true }, plain(' and\na helmet.')],
    },
    {
      kind: 'list',
      items: [
        [plain('See '), { ...plain('the plan'), href: 'https://a.example/b' }],
        [plain('Call us')],
      ],
    },
    { kind: 'paragraph', runs: [plain('Bye')] },
  ]);
});

test('an address that could run code or lead elsewhere is no link, and is named', () => {
  for (const address of [
    'javascript:alert',
    'http://a.example',
    '//a.example',
    'data:text/html,x',
  ]) {
    const text = `[here](${address})`;
    assert.deepEqual(readRichText(text), [{ kind: 'paragraph', runs: [plain(text)] }]);
    assert.equal(refusedLink(text), address);
  }
  assert.equal(refusedLink('[a](https://a.example) [b](mailto:ada@a.example) <b>'), undefined);
});

test('no text is lost, and none takes long to read', () => {
  const piece = fc.constantFrom('**', '*', '[', ']', '(', ')', 'a', ' ', '\n', '- ', 'https://x.y');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join('');
      const letters = (of: string) => of.replaceAll(/[^a]/g, '').length;
      const read = JSON.stringify(
        readRichText(text)
          .flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.runs))
          .map((run) => run.text),
      );
      assert.equal(letters(read), letters(text), text);
    }),
  );
  const started = performance.now();
  for (const each of ['**', '[', '[a](', '- ']) readRichText(each.repeat(2500));
  assert.ok(performance.now() - started < 1000);
});
