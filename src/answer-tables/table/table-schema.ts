import { type Static, Type } from 'typebox';
import type { AnswerField } from '#answer-index/index.ts';
import type { TableColumn } from './table-columns.ts';

const Field = Type.Object(
  {
    name: Type.String({ description: 'The heading of the column in CSV and XLSX.' }),
    id: Type.String({
      description: 'As `columns` takes it: `name`, `status` and so on, or the id of a field.',
    }),
    answer: Type.Optional(
      Type.String({
        description:
          'The member of `answers` in JSON and NDJSON that has the answers to the field.',
      }),
    ),
    type: Type.Union(
      [
        Type.Literal('string'),
        Type.Literal('number'),
        Type.Literal('integer'),
        Type.Literal('date'),
        Type.Literal('time'),
        Type.Literal('datetime'),
        Type.Literal('any'),
      ],
      { description: 'What the cells of CSV are. `any`: numbers and texts.' },
    ),
    format: Type.Optional(
      Type.String({
        description:
          'Of days and times without a time zone. A `datetime` that has none is ISO 8601 with an offset.',
      }),
    ),
  },
  { title: 'TableSchemaField' },
);

export const TableSchema = Type.Object(
  {
    fields: Type.Array(Field, { description: 'The columns, in their order.' }),
    primaryKey: Type.Array(Type.String(), {
      description: 'The heading of the column with the id of the form. Empty without this column.',
    }),
    missingValues: Type.Array(Type.String(), { description: 'The cells that hold no answer.' }),
  },
  {
    title: 'TableSchema',
    description:
      'A [Table Schema](https://specs.frictionlessdata.io/table-schema/) of Frictionless Data.',
  },
);
type Field = Static<typeof Field>;
type Kind = Pick<Field, 'type' | 'format'>;

/** Returns what CSV with these columns holds. */
export const schemaOf = (columns: readonly TableColumn[]): Static<typeof TableSchema> => ({
  fields: columns.map((column): Field => {
    const { head: name, id, field } = column;
    if (field) return { name, id, answer: field.name, ...kindOf(field) };
    if (id === 'number') return { name, id, type: 'integer' };
    return { name, id, type: id.endsWith('Date') ? 'datetime' : 'string' };
  }),
  primaryKey: columns.flatMap(({ id, head }) => (id === 'id' ? [head] : [])),
  missingValues: [''],
});

function kindOf({ shape, hasSeveralUnits, choices }: AnswerField): Kind {
  switch (shape) {
    case 'number':
      // Numbers in another unit than the heading names are texts with their unit.
      return { type: hasSeveralUnits ? 'any' : 'number' };
    case 'rating':
      return { type: choices.length > 0 ? 'any' : 'number' };
    case 'computed':
      return { type: 'any' };
    case 'rows':
      return { type: 'integer' };
    case 'date':
      return { type: 'date', format: '%Y-%m-%d' };
    case 'date-time':
      return { type: 'datetime', format: '%Y-%m-%dT%H:%M' };
    case 'time':
      return { type: 'time', format: '%H:%M' };
    default:
      return { type: 'string' };
  }
}
