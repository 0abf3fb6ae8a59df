// The pages and boxes of a document as they are stored, and the one place that reads them.
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';

export const MAX_PAGES = 200;
export const MAX_BOXES = 2000;
/** Points of the shortest and the longest side of a page. */
const SIDE = { minimum: 10, maximum: 14_400 };
/** In points. Below the smallest one, nobody reads what is printed. */
const SIZE = { minimum: 4, maximum: 72 };
export const MAX_COMB_CELLS = 200;
const MAX_LINES = 500;
/** Places of fields are rounded, sizes of pages are not. In points. */
const ROUNDED = 0.01;

const exact = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Id = Type.String({ minLength: 1, maxLength: 64 });
const Coordinate = Type.Number({ minimum: -SIDE.maximum, maximum: SIDE.maximum });

/** A page of the base, in points. Its origin is the lower left corner, and it is not turned. */
export const BasePage = Type.Object({ w: Type.Number(SIDE), h: Type.Number(SIDE) }, exact);

/**
 * A part of an answer. `choice:x`: the choice x, which is ticked where it was chosen, or has its position in a ranking.
 * `row:x`: the answer in row x of a Likert scale.
 */
const Part = Type.String({
  maxLength: 210,
  pattern: '^(year|month|day|hour|minute|other|remark|(choice|row):.+)$',
  description:
    'A part of the answer: `year`, `month`, `day`, `hour`, `minute`, `other`, `remark`, `choice:x` or `row:x`.',
});

export const ShownShape = Type.Union([
  Type.Object({ question: Name, part: Type.Optional(Part) }, exact),
  Type.Object({ text: Type.String({ maxLength: 2000 }) }, exact),
  Type.Object({ signature: Name }, exact),
  Type.Object({ photo: Name, n: Type.Integer({ minimum: 1, maximum: 1000 }) }, exact),
  Type.Object({ rows: Name, column: Name, part: Type.Optional(Part) }, exact),
  Type.Object(
    {
      fact: Type.Union([
        Type.Literal('number'),
        Type.Literal('name'),
        Type.Literal('sent'),
        Type.Literal('by'),
      ]),
    },
    exact,
  ),
]);

const PaperBoxShape = Type.Object(
  {
    id: Id,
    page: Type.Integer({
      minimum: 0,
      maximum: MAX_PAGES - 1,
      description: '0 is the first page.',
    }),
    rect: Type.Array(Coordinate, {
      minItems: 4,
      maxItems: 4,
      description: 'Left, bottom, right and top in points, from the lower left corner of the page.',
    }),
    from: Type.Optional(
      Type.String({ maxLength: 500, description: 'The name of the field of the PDF.' }),
    ),
    shows: ShownShape,
    row: Type.Optional(
      Type.Object(
        {
          table: Id,
          top: Coordinate,
          height: Type.Number({ exclusiveMinimum: 0, maximum: SIDE.maximum }),
          count: Type.Integer({ minimum: 1, maximum: MAX_LINES }),
        },
        {
          ...exact,
          description:
            'The lines of the table on the paper: where the first one begins, how high each is, and their number. Boxes of the same table are drawn once, on the first line.',
        },
      ),
    ),
    fit: Type.Union([Type.Literal('shrink'), Type.Literal('wrap'), Type.Literal('comb')], {
      description:
        '`shrink`: one line, smaller until it fits. `wrap`: several lines, smaller until they fit. `comb`: one character in each cell.',
    }),
    cells: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_COMB_CELLS, description: 'Of a comb.' }),
    ),
    size: Type.Object(
      { min: Type.Number(SIZE), max: Type.Number(SIZE) },
      { ...exact, description: 'Of letters, in points.' },
    ),
    align: Type.Union(
      [Type.Literal('start'), Type.Literal('left'), Type.Literal('center'), Type.Literal('right')],
      { description: '`start`: where the script of the text begins.' },
    ),
    valign: Type.Union([Type.Literal('top'), Type.Literal('middle'), Type.Literal('bottom')]),
    colour: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
    tick: Type.Optional(
      Type.Object(
        {
          value: Type.Optional(
            Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]),
          ),
          style: Type.Union([
            Type.Literal('tick'),
            Type.Literal('cross'),
            Type.Literal('fill'),
            Type.Literal('circle'),
          ]),
        },
        {
          ...exact,
          description:
            'The box is marked where the answer is, or contains, `value`. Without `value`: where the answer is true, or the choice was chosen.',
        },
      ),
    ),
    empty: Type.Union([Type.Literal(''), Type.Literal('—')], {
      description: 'What is printed without an answer.',
    }),
  },
  exact,
);

/** What is drawn where on the pages of a base. */
export const LayoutShape = Type.Object(
  {
    pages: Type.Array(BasePage, { minItems: 1, maxItems: MAX_PAGES }),
    boxes: Type.Array(PaperBoxShape, { maxItems: MAX_BOXES }),
    left: Type.Array(Name, {
      maxItems: MAX_BOXES,
      description:
        'Questions that are deliberately not printed, neither on the paper nor in an annex.',
    }),
  },
  exact,
);

type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : { readonly [Key in keyof T]: Fixed<T[Key]> };

export type Page = Fixed<Static<typeof BasePage>>;
export type PaperBox = Fixed<Static<typeof PaperBoxShape>>;
export type Layout = Fixed<Static<typeof LayoutShape>>;
export type Shown = PaperBox['shows'];
export type TickStyle = NonNullable<PaperBox['tick']>['style'];

/** What is wrong with a layout of the right shape; `at` is its box. */
export interface LayoutFault {
  readonly at: number;
  readonly kind: 'same-id' | 'no-page' | 'outside' | 'flat' | 'sizes' | 'rows' | 'cells';
}

/** Returns the first fault that the shape of a layout does not exclude. */
export function faultOfLayout({ pages, boxes }: Layout): LayoutFault | undefined {
  const ids = new Set<string>();
  for (const [at, box] of boxes.entries()) {
    const kind = ids.has(box.id) ? 'same-id' : faultOfBox(box, pages[box.page]);
    if (kind !== undefined) return { at, kind };
    ids.add(box.id);
  }
  return undefined;
}

function faultOfBox(box: PaperBox, page: Page | undefined): LayoutFault['kind'] | undefined {
  if (!page) return 'no-page';
  const { left, bottom, right, top } = sidesOf(box);
  if (right - left < 1 || top - bottom < 1) return 'flat';
  const drop = box.row ? (box.row.count - 1) * box.row.height : 0;
  const isLow = left < -ROUNDED || bottom - drop < -ROUNDED;
  if (isLow || right > page.w + ROUNDED || top > page.h + ROUNDED) return 'outside';
  if (box.size.min > box.size.max) return 'sizes';
  if ('rows' in box.shows !== (box.row !== undefined)) return 'rows';
  return (box.fit === 'comb') === (box.cells !== undefined) ? undefined : 'cells';
}

/** Returns a layout without boxes that could not be stored: a PDF may say anything of its fields. */
export function soundLayout(layout: Layout): Layout {
  const ids = new Set<string>();
  const boxes = layout.boxes.filter((box) => {
    const isSound =
      !ids.has(box.id) &&
      Check(PaperBoxShape, box) &&
      faultOfBox(box, layout.pages[box.page]) === undefined;
    ids.add(box.id);
    return isSound;
  });
  return { ...layout, boxes: boxes.slice(0, MAX_BOXES) };
}

/** Returns the sides of a box, in points from the lower left corner of its page. */
export function sidesOf({ rect }: PaperBox): {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
} {
  const [left = 0, bottom = 0, right = 0, top = 0] = rect;
  return { left, bottom, right, top };
}

/** Reads a layout from storage; undefined for anything that is none. */
export function readLayout(value: unknown): Layout | undefined {
  if (!Check(LayoutShape, value)) return undefined;
  return faultOfLayout(value) === undefined ? value : undefined;
}
