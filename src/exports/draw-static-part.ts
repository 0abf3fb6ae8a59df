import { bytesOfPicture } from '#questionnaires/definition/check-picture.ts';
import type { Run } from '#questionnaires/definition/rich-text.ts';
import type { StaticPart } from '#questionnaires/reading/static-parts.ts';
import type { Piece } from '#typesetting/paragraphs.ts';
import { BLACK, boxAt, drawPicture, GREY, type Paper } from './paper.ts';

/** The most that a picture takes of the height of a page, in points. */
const PICTURE_HEIGHT = 200;

/** Returns how much of a page a part must not be torn across, in points. */
export const roomFor = ({ picture }: StaticPart): number =>
  60 + (picture === undefined ? 0 : PICTURE_HEIGHT);

/** Draws a heading or an instruction text. */
export function drawStaticPart(paper: Paper, part: StaticPart): void {
  const { pdf, pen } = paper;
  const { type, title, description, blocks, picture } = part;
  const box = boxAt(paper);
  const text = { size: 9, colour: BLACK };
  if (title !== undefined) {
    pen.write(title, box, { size: type === 'heading' ? 13 : 10, colour: BLACK, weight: 'bold' });
  }
  for (const block of blocks) {
    if (block.kind === 'paragraph') pen.write(piecesOf(block.runs), box, text);
    else for (const item of block.items) pen.write(piecesOf([BULLET, ...item]), box, text);
  }
  if (
    picture !== undefined &&
    !drawPicture(paper, bytesOfPicture(picture), { height: PICTURE_HEIGHT })
  ) {
    pen.write(part.pictureText, box, text);
  }
  if (description !== undefined) pen.write(description, box, { size: 9, colour: GREY });
  pdf.fontSize(9).moveDown(0.6);
}

const BULLET: Run = { text: '• ', isBold: false, href: undefined };

const piecesOf = (runs: readonly Run[]): readonly Piece[] =>
  runs.map(({ text, isBold, href }) => ({
    // Nobody can press a printed link.
    text: href === undefined || href === text ? text : `${text} (${href})`,
    weight: isBold ? 'bold' : 'regular',
  }));
