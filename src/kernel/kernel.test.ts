import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CATALOGUE } from './error-catalogue.ts';
import { AppError } from './errors.ts';
import { createIds, systemRandom } from './ids.ts';
import { isObject, member } from './json.ts';
import { parseBodyJson, parseJson } from './parse-json.ts';
import { fold, isStorable } from './text.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('7643-3.1-05 ids are UUIDv7 and sort in the order they were made, even when the clock stands or goes back', () => {
  const times = [1000, 1000, 999, 5000, 4000, 2 ** 40];
  let i = 0;
  const ids = createIds(
    { now: () => times[Math.min(i++ >> 11, times.length - 1)] ?? 0 },
    systemRandom,
  );
  const made = Array.from({ length: 20_000 }, () => ids.next());
  for (const id of made) assert.match(id, UUID_V7);
  assert.deepEqual(made, made.toSorted());
  assert.equal(new Set(made).size, made.length);
  assert.ok(made.every((id) => !/bulkid/i.test(id)));
});

test('fold is stable for every code point', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const folded = fold(String.fromCodePoint(code));
    assert.equal(fold(folded), folded, code.toString(16));
  }
});

test('fold is stable, and equal for any two spellings that differ in case, composition or width only', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(fold(fold(text)), fold(text));
      if (/^[\x20-\x7e]*$/.test(text)) assert.equal(fold(text), text.toLowerCase());
    }),
  );
  for (const [a, b] of [
    ['STRASSE', 'straße'],
    ['STRAẞE', 'strasse'],
    ['ΟΔΟΣ', 'οδος'],
    ['ÉCOLE', 'e\u0301cole'],
    ['K', '\u212a'],
    ['ann@example.com', 'ＡＮＮ＠ｅｘａｍｐｌｅ．ｃｏｍ'],
    ['ガ', 'ｶﾞ'],
  ] as const) {
    assert.equal(fold(a), fold(b));
  }
  assert.notEqual(fold('a'), fold('b'));
});

test('text with NUL or half a surrogate pair is not storable', () => {
  assert.ok(isStorable('😀 \ufffd'));
  assert.ok(!isStorable('a\0b'));
  assert.ok(!isStorable('\ud83d'));
});

test('JSON of any shape survives, and its __proto__ stays a plain key', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      if (!text.includes('\\u0000'))
        assert.deepEqual(parseJson(Buffer.from(text)), JSON.parse(text));
    }),
  );
  const parsed = parseJson(Buffer.from('{"__proto__":{"admin":true}}'));
  assert.ok(isObject(parsed));
  assert.deepEqual(member(parsed, '__proto__'), { admin: true });
  assert.equal(member(parsed, 'admin'), undefined);
  assert.equal(member(parsed, 'constructor'), undefined);
});

test('any bytes are parsed or refused with a code, and the text is never repeated', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        parseJson(bytes);
      } catch (error) {
        assert.ok(error instanceof AppError);
        assert.match(error.code, /^malformed-(json|text)$/);
      }
    }),
  );
  const secret = '{"password":"hunter2" oops}';
  assert.throws(
    () => parseJson(Buffer.from(secret)),
    (error: Error) => !/hunter2/.test(error.message),
  );
});

test('an error in JSON names the first wrong sign and its position, or that the text ends too early', async () => {
  for (const [text, what] of [
    ['{ "active": tre, "userName": ', 'unexpected "e" at position 15'],
    ['{"a":1,}', 'unexpected "}" at position 8'],
    ['{"a" 1}', 'unexpected "1" at position 6'],
    ["{'a':1}", `unexpected "'" at position 2`],
    ['{"a":[1,,2]}', 'unexpected "," at position 9'],
    ['["a\nb"]', 'unexpected "\\n" at position 4'],
    ['[1}', 'unexpected "}" at position 3'],
    ['{"a":1} x', 'unexpected "x" at position 9'],
    ['NaN', 'unexpected "N" at position 1'],
    ['["\\u00g0"]', 'unexpected "g" at position 7'],
    ['[-]', 'unexpected "]" at position 3'],
    ['[😀]', 'unexpected "😀" at position 2'],
    ['{"a":"b', 'it ends too early'],
    ['[1, -', 'it ends too early'],
    ['"\\u00', 'it ends too early'],
    ['{"a":tr', 'it ends too early'],
    [' ', 'it ends too early'],
  ] as const) {
    const message = `The body is not JSON: ${what}.`;
    assert.throws(() => parseJson(Buffer.from(text)), { message }, text);
    // Behind a list that is long enough to be parsed in pieces.
    const long = `[${'0,'.repeat(90_000)}${text}`;
    const moved = message.replace(/\d+(?=\.$)/, (at) =>
      String(Number(at) + long.length - text.length),
    );
    const isWhole = text === '{"a":1} x';
    if (!isWhole) await assert.rejects(parseBodyJson(Buffer.from(long)), { message: moved }, text);
  }
});

test('every beginning of JSON ends too early, and a sign in its place is found there', () => {
  const cut = fc.jsonValue({ maxDepth: 4 }).chain((value) => {
    const text = JSON.stringify([value]);
    return fc.tuple(
      fc.constant(text),
      fc.nat(text.length - 1),
      fc.constantFrom('\u0001', '\u001f'),
    );
  });
  fc.assert(
    fc.property(cut, ([text, at, sign]) => {
      if (text.includes('\\u0000')) return;
      const early = { message: 'The body is not JSON: it ends too early.' };
      assert.throws(() => parseJson(Buffer.from(text.slice(0, at))), early);
      const spoilt = text.slice(0, at) + sign + text.slice(at);
      assert.throws(() => parseJson(Buffer.from(spoilt)), {
        message: `The body is not JSON: unexpected ${JSON.stringify(sign)} at position ${at + 1}.`,
      });
    }),
  );
});

test('a large body is read in pieces as it is at once, and refused where that would be', async () => {
  const value = fc.jsonValue({ maxDepth: 4 });
  const spaced = fc.tuple(value, fc.constantFrom('', ' ', '\n\t'), fc.nat()).map(
    // Large enough to be cut into runs, in one array or in several nested ones.
    ([one, space, odd]) => {
      const text = JSON.stringify(one);
      const list = Array.from({ length: Math.ceil(90_000 / text.length) }, () => text + space);
      const wide = `[${list.join(`,${space}`)}]`;
      const whole = `{"a":${text},"wide":[${wide},${text},${wide}${space}],"b":{"c":${wide}}}`;
      const at = odd % whole.length;
      const spoilt = whole.slice(0, at) + (odd % 2 === 0 ? ',' : '') + whole.slice(at + 1);
      return [whole, spoilt] as const;
    },
  );
  await fc.assert(
    fc.asyncProperty(spaced, async (texts) => {
      for (const text of texts) {
        const bytes = Buffer.from(text);
        const once = attempt(() => parseJson(bytes));
        const pieces = await parseBodyJson(bytes).catch(codeOf);
        // A diff of hundreds of thousands of values would need too much memory.
        assert.ok(isDeepStrictEqual(pieces, once), `${text.slice(0, 200)} … is not the same`);
      }
    }),
    { numRuns: 30 },
  );
});

test('several long lists are read, whatever is left of each behind its last whole piece', async () => {
  const bytes = Buffer.from(`{"a":[${'0,'.repeat(90_000)}0],"b":[${'[[]] , '.repeat(20_000)}[]]}`);
  for (const lists of [1, 2, 5]) {
    const text = `[${Array.from({ length: lists }, () => bytes).join(',')}]`;
    const whole = Buffer.from(`{"x":${text},"y":${text}}`);
    assert.ok(isDeepStrictEqual(await parseBodyJson(whole), parseJson(whole)), `${lists}`);
  }
  const ends = Buffer.from(`{"a":[${'0,'.repeat(90_000)}]}`);
  await assert.rejects(parseBodyJson(ends), { code: 'malformed-json' });
});

test('of what a text can only say by an escape, pairs are taken and halves and NUL are not', () => {
  for (const good of ['\\ud83d\\ude00', '\\\\u0000', '\\\\ud83d', '\\u0041\\u00d8\\uDBFF\\uDFFF']) {
    assert.equal(parseJson(Buffer.from(`"${good}"`)), JSON.parse(`"${good}"`));
  }
  for (const bad of [
    '\\u0000',
    '\\ud83d',
    '\\ude00',
    '\\uD83dx',
    '\\ud83d\\ud83d',
    '\\ud83d\\\\ude00',
  ]) {
    const fault = { code: 'malformed-text', at: 'b' };
    assert.throws(() => parseJson(Buffer.from(`{"a":1,"b":["${bad}"]}`)), fault);
  }
});

test('a body nested ten thousand deep is refused without recursion', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000);
  assert.throws(() => parseJson(Buffer.from(deep)), { code: 'malformed-json' });
});

test('every error row has an HTTP error status and a title', () => {
  for (const [code, row] of Object.entries(CATALOGUE)) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/);
    assert.ok(row.status >= 400 && row.status < 600, code);
    assert.ok(row.title.length > 5, code);
  }
});

const codeOf = (error: unknown): unknown => (error instanceof AppError ? error.code : error);

function attempt(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return codeOf(error);
  }
}
