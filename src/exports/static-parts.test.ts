import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staticPartsOf } from '#questionnaires/reading/static-parts.ts';
import { pagesOfPdf } from '../../test/support/pdf-text.ts';
import { BLUE_JPEG } from '../../test/support/pictures.ts';
import { drawPdf } from './draw-pdf.ts';

test('a printed form has its headings and texts where they stand, with their addresses', async () => {
  const definition = {
    pages: [
      {
        title: 'Pier',
        elements: [
          { type: 'heading', name: 'h', title: { default: 'Before', de: 'Vorher' } },
          { type: 'text', name: 'site' },
          {
            type: 'instructions',
            name: 'torn',
            picture: 'data:image/jpeg;base64,/9j/4AAQ',
            pictureText: { default: 'The pier', de: 'Der Steg' },
          },
          {
            type: 'instructions',
            name: 'i',
            picture: BLUE_JPEG,
            pictureText: 'Sea',
            content: 'Wear **gloves**.\n\n- See [the plan](https://plan.example/a)\n- <b>Stop</b>',
          },
        ],
      },
    ],
  };
  const parts = staticPartsOf(definition, 'de');
  assert.deepEqual(
    parts.map(({ name, before }) => [name, before]),
    [
      ['h', 'site'],
      ['torn', undefined],
      ['i', undefined],
    ],
  );
  const site = { name: 'site', title: 'Site', type: 'text', section: ['Pier'], value: 'North' };
  const pieces: Uint8Array[] = [];
  await drawPdf(
    {
      title: 'Form',
      locale: 'de',
      facts: [],
      answers: [{ ...site, state: 'answered', displayValue: 'North' }],
      parts,
      files: {},
      foot: '',
    },
    async () => undefined,
    (piece) => pieces.push(piece),
  );
  const pdf = Buffer.concat(pieces);
  // It is drawn as it is, and its words are printed only where a picture is torn.
  const drawn = Buffer.from(BLUE_JPEG.slice('data:image/jpeg;base64,'.length), 'base64');
  assert.ok(pdf.includes(drawn));
  const text = pagesOfPdf(pdf).join('').replaceAll(/\s+/g, ' ');
  const order = [
    'Pier',
    'Vorher',
    'Site',
    'North',
    'Der Steg',
    'gloves',
    '• See the plan (https://plan.example/a)',
  ];
  const positions = [...order, '• <b>Stop</b>'].map((each) => text.indexOf(each));
  assert.ok(!positions.includes(-1), text);
  assert.deepEqual(
    positions,
    positions.toSorted((a, b) => a - b),
    text,
  );
});
