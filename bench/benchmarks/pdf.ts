import { once } from 'node:events';
import PdfKit from 'pdfkit';
import sharp from 'sharp';
import { drawPdf } from '../../src/exports/draw-pdf.ts';
import type { PdfDocument } from '../../src/exports/pdf-document.ts';
import type { ShownAnswer } from '../../src/questionnaires/reading/shown-answer.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { ratioOf, showSpread, spreadOf } from '../harness/figures.ts';

const REACH = 2;
const TEXTS = 25;
const PHOTOS = ['p1', 'p2', 'p3', 'p4'];
const SIGNATURE = 'signature';
const FORMS_A_ROUND = 40;
const FORMS_QUICK = 2;

const answerOf = (name: string, type: string, value: ShownAnswer['value']): ShownAnswer => ({
  name,
  title: `Question ${name}`,
  value,
  displayValue: `The answer to ${name}, of a usual length`,
  type,
  section: [],
  state: 'answered',
});
const pictureOf = (id: string, type: string) => answerOf(id, type, [{ id, name: `${id}.jpg` }]);

const FORM: PdfDocument = {
  title: 'Inspection 12',
  locale: 'en',
  facts: [['Template', 'Inspection']],
  parts: [],
  answers: [
    ...Array.from({ length: TEXTS }, (_, i) => answerOf(`q${i}`, 'text', 'x')),
    ...PHOTOS.map((id) => pictureOf(id, 'file')),
    pictureOf(SIGNATURE, 'signaturepad'),
  ],
  files: Object.fromEntries(
    [...PHOTOS, SIGNATURE].map((id) => [id, { name: `${id}.jpg`, size: 1, isPicture: true }]),
  ),
  foot: 'Inspection 12',
};

type ReadImage = (id: string) => Promise<Buffer>;

/** Draws the same words and pictures with pdfkit and its built-in font. */
async function drawBare(readImage: ReadImage): Promise<void> {
  const pdf = new PdfKit({ size: 'A4' });
  const ended = once(pdf, 'end');
  pdf.on('data', () => undefined);
  for (const { name, title, displayValue, type } of FORM.answers) {
    pdf.text(title);
    if (type === 'text') pdf.text(displayValue);
    else pdf.image(await readImage(name), { fit: [400, 300] });
  }
  pdf.end();
  await ended;
}

/** @returns milliseconds of processor time for each form */
async function timed(draw: () => Promise<unknown>, forms: number): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < forms; i += 1) await draw();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / forms;
}

export const benchmark: Benchmark = {
  name: 'pdf',
  order: 15,
  async run({ pace, quick }) {
    const photo = await picture(1600, 1200, 'jpeg');
    const signature = await picture(600, 200, 'png');
    const readImage: ReadImage = async (id) => (id === SIGNATURE ? signature : photo);
    const ours = () => drawPdf(FORM, readImage, () => undefined);
    const bare = () => drawBare(readImage);
    const forms = quick ? FORMS_QUICK : FORMS_A_ROUND;
    await timed(ours, forms);
    await timed(bare, forms);
    const times: { ours: number; bare: number }[] = [];
    for (let round = 0; round < pace.rounds; round += 1) {
      times.push({ ours: await timed(ours, forms), bare: await timed(bare, forms) });
    }
    const [mine, theirs] = [times.map((each) => each.ours), times.map((each) => each.bare)];
    const ratio = ratioOf(mine, theirs);
    return {
      title: 'A form as PDF',
      method: [
        `Processor time of a form with ${TEXTS} answers, ${PHOTOS.length} photos of ${Math.round(photo.length / 1000)} kB and a signature, beside pdfkit that writes the same words in a built-in font and draws the same pictures.`,
      ],
      table: {
        columns: ['drawing', 'CPU ms'],
        rows: [
          ['Formstead', showSpread(spreadOf(mine))],
          ['pdfkit alone', showSpread(spreadOf(theirs))],
        ],
      },
      goals: [
        {
          what: 'a form as PDF, processor time',
          reach: `<= ${REACH}x pdfkit alone`,
          measured: showSpread(ratio),
          isReached: ratio.median <= REACH,
        },
      ],
    };
  },
};

/** A picture that compresses as little as a photo does. */
function picture(width: number, height: number, format: 'jpeg' | 'png'): Promise<Buffer> {
  const bytes = Buffer.alloc(width * height * 3);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = ((i * 7919) >> 3) & 255;
  const raw = { width, height, channels: 3 } as const;
  return sharp(bytes, { raw }).toFormat(format).toBuffer();
}
