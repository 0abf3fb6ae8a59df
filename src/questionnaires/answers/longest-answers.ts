// Long answers, to see whether the boxes of a document are large enough for what people write.
import { type JsonObject, type JsonValue, textOf } from '#kernel/json.ts';
import type { Members, RowsShape, Shape } from './answer-shapes.ts';
import type { Rules } from './question-rules.ts';
import { ROW_NAME } from './row-names.ts';

/** Of a text without a limit of its own. */
const LONG = 200;
/** More than most papers have lines. */
const ROWS = 8;
const WORD = 'Wwwwwwww ';

/** Returns long answers to all questions that have neither files nor places; not all of them need to be valid. */
export function longestAnswers(members: Members): JsonObject {
  return Object.fromEntries(
    [...members].flatMap(([name, shape]) => {
      const value = longest(shape);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const FIXED: Readonly<Partial<Record<Shape['kind'], JsonValue>>> = {
  boolean: true,
  date: '2028-12-28',
  time: '22:58',
  'date-time': '2028-12-28T22:58',
  month: '2028-12',
  week: '2028-W52',
  rating: 5,
};

function longest(shape: Shape): JsonValue | undefined {
  switch (shape.kind) {
    case 'text':
    case 'barcode':
      return textOfLength(Math.min(shape.rules.maxLength ?? LONG, LONG * ROWS));
    case 'number':
      return typeof shape.rules.max === 'number' ? shape.rules.max : 1_234_567.89;
    case 'choice':
      return choicesOf(shape).toSorted((a, b) => textOf(b).length - textOf(a).length)[0];
    case 'choices':
    case 'ranking':
      return [...choicesOf(shape)];
    case 'rows':
      return rowsOf(shape);
    default:
      return FIXED[shape.kind];
  }
}

const textOfLength = (length: number): string =>
  WORD.repeat(Math.ceil(length / WORD.length))
    .slice(0, length)
    .trim();

const choicesOf = ({ rules }: { readonly rules: Rules }): readonly JsonValue[] => [
  ...(rules.choices?.values ?? []),
];

function rowsOf({ members, fixed, rules }: RowsShape): JsonValue {
  const row = longestAnswers(members);
  if (fixed) return fixed.map((value) => ({ ...row, [ROW_NAME]: value }));
  return Array.from({ length: Math.min(rules.most ?? ROWS, ROWS) }, () => row);
}
