// What is read of a PDF, what is left of it, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { PaperContent } from '#documents/paper-messages.ts';
import { PDF, PdfArray, PdfDict, PdfNumber, PdfStream } from '#documents/pdf.ts';
import {
  astray,
  busyPdf,
  CATALOG,
  formPdf,
  pageOf,
  pagesOf,
  pdfOf,
  streamOf,
} from '../../../test/support/made-pdf.ts';
import { readPaper } from './read-paper.ts';

describe('a PDF that is read', () => {
  const read = async (
    bytes: Buffer,
  ): Promise<{ readonly content: PaperContent; readonly base: Uint8Array }> => {
    const reply = await readPaper(bytes);
    assert.ok('content' in reply, JSON.stringify(reply));
    return reply;
  };
  const refusal = async (bytes: Buffer): Promise<string> => {
    const reply = await readPaper(bytes);
    return 'fault' in reply ? reply.fault : 'none';
  };

  test('fields become found places with their names, labels and limits, and the base has none', async () => {
    const { content, base } = await read(formPdf(['name', 'town'], 'What it is'));
    assert.deepEqual(content.pages, [{ w: 595, h: 842 }]);
    assert.deepEqual(
      content.found.map(({ name, label, kind, page, rect }) => [name, label, kind, page, rect]),
      [
        ['name', 'What it is', 'text', 0, [60, 760, 300, 780]],
        ['town', 'What it is', 'text', 0, [60, 730, 300, 750]],
      ],
    );
    const made = await PDF.load(base);
    assert.equal(made.getForm(), null);
    assert.equal(made.getPageCount(), 1);
  });

  for (const turn of [0, 90, 180, 270]) {
    for (const box of ['at 0,0', 'that is cropped', 'of the node above']) {
      test(`a field lies in its square on a page turned by ${turn}° with a box ${box}`, async () => {
        const { content, base } = await read(pageWithBox(box, turn));
        const made = await PDF.load(base);
        const { form, matrix } = await onlyForm(made);
        const [w, h] = box === 'at 0,0' ? [600, 800] : [500, 700];
        assert.deepEqual(content.pages, [turn % 180 === 0 ? { w, h } : { w: h, h: w }]);
        // Where the square of the content is, by the base itself.
        const corners = [placed(matrix, 100, 200), placed(matrix, 140, 210)];
        const xs = corners.map(([x]) => x);
        const ys = corners.map(([, y]) => y);
        const square = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
        assert.deepEqual(content.found[0]?.rect, square.map(Math.round));
        const bounds = form.getArray('BBox')?.toArray().map(numberOf);
        assert.deepEqual(bounds, box === 'at 0,0' ? [0, 0, 600, 800] : [30, 40, 530, 740]);
        const states = form.getDict('Resources', made.getObject.bind(made));
        assert.ok(states?.has('ExtGState'), 'the resources are there');
      });
    }
  }

  test('pages that share their resources keep what their own fields leave', async () => {
    const field = (page: number, grey: number) =>
      `<</Type/Annot/Subtype/Widget/FT/Ch/T(f${page})/P ${page} 0 R/Rect[10 10 50 20]/MK<</BG[${grey}]>>>>`;
    const { base } = await read(
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R 6 0 R]>>>>',
        '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 200]/Resources 7 0 R>>',
        '<</Type/Page/Parent 2 0 R/Annots[5 0 R]/Contents 9 0 R>>',
        '<</Type/Page/Parent 2 0 R/Annots[6 0 R]/Contents 9 0 R>>',
        field(3, 0.25),
        field(4, 0.75),
        '<</XObject 8 0 R>>',
        '<<>>',
        streamOf('', ' '),
      ]),
    );
    const texts = unpacked(base);
    assert.match(texts, /0\.25 g 0 0 40 10 re f/);
    assert.match(texts, /0\.75 g 0 0 40 10 re f/);
    const made = await PDF.load(base);
    const looks = [0, 1].map((i) => {
      const resources = formOn(made, i).getDict('Resources', made.getObject.bind(made));
      return resources?.getDict('XObject', made.getObject.bind(made))?.getRef('FlatField0');
    });
    assert.notEqual(String(looks[0]), String(looks[1]));
  });

  test('nothing that acts, leads out or tells of somebody is in a base', async () => {
    const { base, content } = await read(busyPdf());
    assert.equal(content.notes.scripts, true);
    assert.equal(content.notes.annotations, 2);
    const text = unpacked(base);
    for (const name of [
      ...['JavaScript', 'JS', 'URI', 'Launch', 'EmbeddedFile', 'SubmitForm', 'AcroForm', 'XFA'],
      ...['OpenAction', 'AA', 'Annots', 'Widget', 'Metadata', 'PieceInfo', 'Ref'],
    ]) {
      assert.doesNotMatch(text, new RegExp(`/${name}\\b`), name);
    }
    assert.doesNotMatch(text, /SECRET|evil\.example|cmd\.exe/);
  });

  test('a PDF that leads readers astray is refused', async () => {
    for (const [what, bytes] of Object.entries(astray())) {
      assert.match(await refusal(bytes), /^(?:pages|many|size|heavy|damaged)$/, what);
    }
  });

  test('loops among drawings, fields and contents keep nobody busy', async () => {
    const loops = [
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
        pagesOf(),
        pageOf('/Annots[4 0 R]'),
        '<</T(a)/FT/Tx/Kids[4 0 R]/Parent 4 0 R/Rect[0 0 10 10]>>',
      ]),
      pdfOf([
        CATALOG,
        pagesOf(),
        pageOf('/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>'),
        streamOf('', '/A Do'),
        streamOf(
          '/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Resources<</XObject<</A 5 0 R>>>>',
          '/A Do /A Do',
        ),
      ]),
      pdfOf([CATALOG, pagesOf(), pageOf('/Contents 4 0 R'), '5 0 R', '4 0 R']),
    ];
    for (const bytes of loops) {
      const reply = await readPaper(bytes);
      assert.ok('fault' in reply || reply.content.pages.length === 1);
    }
  });

  test('what can not be paper is refused for its own reason', async () => {
    const xfa = '<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA(x)>>>>';
    assert.equal(await refusal(Buffer.from('PK\x03\x04 no PDF')), 'format');
    assert.equal(await refusal(pdfOf([xfa, pagesOf(), pageOf()])), 'xfa');
    const many = Array.from({ length: 201 }, () => '3 0 R').join(' ');
    const long = pdfOf([CATALOG, pagesOf(`[${many}]`, 201), pageOf()]);
    assert.match(await refusal(long), /many|pages/);
  });
});

const numberOf = (value: unknown): number =>
  value instanceof PdfNumber ? value.value : Number.NaN;

type Matrix = readonly [number, number, number, number, number, number];

function formOn(pdf: PDF, index: number): PdfDict {
  const resolve = pdf.getObject.bind(pdf);
  const forms = pdf.getPage(index)?.dict.getDict('Resources', resolve)?.getDict('XObject', resolve);
  const [first] = forms ? [...forms] : [];
  const form = first && forms?.get(first[0], resolve);
  assert.ok(form instanceof PdfDict);
  return form;
}

/** The drawing that is the page, and the matrices before it as one. */
async function onlyForm(pdf: PDF): Promise<{ form: PdfDict; matrix: Matrix }> {
  const resolve = pdf.getObject.bind(pdf);
  const contents = pdf.getPage(0)?.dict.get('Contents', resolve);
  const streams =
    contents instanceof PdfArray
      ? contents.toArray().map((_, i) => contents.at(i, resolve))
      : [contents];
  const text = streams
    .map((each) => (each instanceof PdfStream ? Buffer.from(each.getDecodedData()).toString() : ''))
    .join('\n');
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [, numbers = ''] of text.matchAll(/((?:[-\d.]+\s+){6})cm/g)) {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers.trim().split(/\s+/).map(Number);
    matrix = multiplied([a, b, c, d, e, f], matrix);
  }
  return { form: formOn(pdf, 0), matrix };
}

const multiplied = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

const placed = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The bytes of a PDF, and of all its streams unpacked. */
function unpacked(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  let text = bytes.toString('latin1');
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 7)) {
    try {
      text += `\n${inflateSync(bytes.subarray(at + 7), { finishFlush: 2 }).toString('latin1')}`;
    } catch {
      // It is not packed, and is in the bytes already.
    }
  }
  return text;
}

/** A page with a black square and a field at its place. */
function pageWithBox(box: string, turn: number): Buffer {
  const media = box === 'at 0,0' ? '[0 0 600 800]' : '[-20 10 600 820]';
  const crop = box === 'at 0,0' ? '' : '/CropBox[30 40 530 740]';
  const looks = `/MediaBox${media}${crop}/Rotate ${turn}/Resources<</ExtGState<</G <</LW 3>>>>>>`;
  const isAbove = box === 'of the node above';
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
    `<</Type/Pages/Kids[3 0 R]/Count 1${isAbove ? looks : ''}>>`,
    `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R]${isAbove ? '' : looks}>>`,
    streamOf('', '/G gs 100 200 40 10 re f'),
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[100 200 140 210]>>',
  ]);
}
