// Answers that are objects: drawings on photos in repeating sections, and numbers of places as devices report them. The
// other rules are tried by the journeys of the fields, over HTTPS.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import { shapesOf } from './answer-shapes.ts';
import { guardAnswers } from './guard-answers.ts';

const ASKED = shapesOf({
  elements: [
    { type: 'location', name: 'where' },
    { type: 'barcode', name: 'code' },
    {
      type: 'paneldynamic',
      name: 'defects',
      templateElements: [{ type: 'sketch', name: 'sketch' }],
    },
  ],
});
const guard = (answers: JsonObject, stored?: JsonObject) => guardAnswers(ASKED, answers, stored);

const fileOf = (digit: string, type = 'image/jpeg') => ({
  id: `01890a5d-ac96-774b-bcce-b30209${digit.repeat(6)}`,
  name: 'pier.jpg',
  type,
  size: 9,
});
const LINE = { kind: 'line', color: '#c92a2a', width: 6, points: [0, 0, 1, 1] };
const SKETCH = { photo: fileOf('1'), picture: fileOf('2'), shapes: [LINE] };
const sketched = (sketch: JsonValue): JsonObject => ({ defects: [{}, { sketch }] });

test('degrees are rounded to a centimetre, metres to ten, and what is not known may be null', () => {
  const place = { at: '2026-11-26T06:15:00.123Z', source: 'gps' };
  const { answers, faults } = guard({
    where: { ...place, lat: 47.37688689999, lon: -1e-9, accuracy: 12.3456 },
    code: { text: 'A-1', format: null },
  });
  assert.deepEqual(faults, []);
  assert.deepEqual(answers, {
    where: { ...place, lat: 47.3768869, lon: 0, accuracy: 12.3 },
    code: { text: 'A-1' },
  });
});

test('both files of a drawing are named, with their place', () => {
  const { answers, faults, files } = guard(sketched(SKETCH));
  assert.deepEqual([answers, faults], [sketched(SKETCH), []]);
  assert.deepEqual(
    files.map(({ at, question }) => [at, question]),
    [
      ['defects[1].sketch.photo', 'sketch'],
      ['defects[1].sketch.picture', 'sketch'],
    ],
  );
});

const PEN = { ...LINE, kind: 'pen', points: Array.from({ length: 4000 }, () => 0.123456789) };
const REFUSED: readonly (readonly [what: string, sketch: JsonValue, at: string])[] = [
  ['a file alone', fileOf('1'), ''],
  ['a drawing without its picture', { photo: fileOf('1'), shapes: [] }, ''],
  ['more than a drawing has', { ...SKETCH, x: 1 }, ''],
  ['a photo that is no picture', { ...SKETCH, photo: fileOf('1', 'text/plain') }, '.photo'],
  ['a picture that is no file', { ...SKETCH, picture: 'pier.jpg' }, '.picture'],
  ['no list of shapes', { ...SKETCH, shapes: {} }, '.shapes'],
  ['201 shapes', { ...SKETCH, shapes: Array(201).fill(LINE) }, '.shapes'],
  ['shapes of more than 256 kB', { ...SKETCH, shapes: Array(9).fill(PEN) }, '.shapes'],
  ['a shape that is none', { ...SKETCH, shapes: [LINE, 'line'] }, '.shapes[1]'],
  ['an unknown kind', { ...SKETCH, shapes: [{ ...LINE, kind: 'star' }] }, '.shapes[0].kind'],
  ['a kind of objects', { ...SKETCH, shapes: [{ ...LINE, kind: 'toString' }] }, '.shapes[0].kind'],
  ['code as colour', { ...SKETCH, shapes: [{ ...LINE, color: 'url(x)' }] }, '.shapes[0].color'],
  ['a line without width', { ...SKETCH, shapes: [{ ...LINE, width: 0 }] }, '.shapes[0].width'],
  [
    'a point off the photo',
    { ...SKETCH, shapes: [{ ...LINE, points: [0, 0, 1, 1.1] }] },
    '.shapes[0].points',
  ],
  ['half a point', { ...SKETCH, shapes: [{ ...LINE, points: [0, 0, 1] }] }, '.shapes[0].points'],
  [
    'a text without text',
    { ...SKETCH, shapes: [{ ...LINE, kind: 'text', points: [0, 0] }] },
    '.shapes[0].text',
  ],
  ['a line with text', { ...SKETCH, shapes: [{ ...LINE, text: 'x' }] }, '.shapes[0].text'],
];

for (const [what, sketch, at] of REFUSED) {
  test(`${what} is refused with its place`, () => {
    const { faults, faulty } = guard(sketched(sketch));
    assert.deepEqual(
      faults.map((fault) => fault.at),
      [`defects[1].sketch${at}`],
    );
    assert.ok(faulty.has('defects[1].sketch'));
  });
}
