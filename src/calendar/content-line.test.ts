import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { contentLines, readText } from '../../test/support/icalendar.ts';
import { contentLine, momentValue, textValue } from './content-line.ts';

test('whatever people call a form, a calendar program reads the same, from lines of at most 75 bytes', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, (name) => {
      const [line = '', ...more] = contentLines(
        Buffer.from(contentLine('SUMMARY', textValue(name))),
      );
      assert.deepEqual(more, []);
      // Lines end in one way, and control characters are no text.
      const plain = name.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/(?!\n)\p{Cc}/gu, '');
      assert.equal(readText(line.slice('SUMMARY:'.length)), plain);
    }),
  );
});

test('a name cannot begin a line of its own', () => {
  const attack = 'Dam\r\nEND:VEVENT\nATTACH:http://evil.example';
  const [line, ...more] = contentLines(Buffer.from(contentLine('SUMMARY', textValue(attack))));
  assert.equal(line, 'SUMMARY:Dam\\nEND:VEVENT\\nATTACH:http://evil.example');
  assert.deepEqual(more, []);
});

test('characters of several bytes are not torn apart', () => {
  const name = `${'x'.repeat(64)}${'👩🏽‍🔬'.repeat(20)}`;
  const [line] = contentLines(Buffer.from(contentLine('SUMMARY', textValue(name))));
  assert.equal(line, `SUMMARY:${name}`);
});

test('a moment is written in UTC, to the second', () => {
  assert.equal(momentValue(Date.parse('2026-11-30T16:00:59.999+01:00')), '20261130T150059Z');
});
