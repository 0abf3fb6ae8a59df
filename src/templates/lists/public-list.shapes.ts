// What is public of shared lists: for those who decide it, and for people with a public link.
import { type Static, Type } from 'typebox';
import type { JsonObject } from '#kernel/json.ts';
import { LIST_LIMITS } from '#lists/index.ts';

export const PublicColumnsBody = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The revision that the client has read. If the list has another one, the answer is 412.',
      }),
    ),
    columns: Type.Array(Type.String({ maxLength: 40 }), {
      maxItems: LIST_LIMITS.columns,
      description:
        'The keys of the columns that become public, among them those of the key and the label. None: the list is no longer public.',
    }),
  },
  { title: 'PublicColumns', additionalProperties: false },
);

/** A shared list of a form that people with a public link cannot use, or only in part. */
export const ListOfLinks = Type.Object(
  {
    id: Type.Optional(Type.String({ description: 'Left out if the user may not use the list.' })),
    name: Type.Optional(Type.String()),
    isPublic: Type.Boolean(),
    hiddenColumns: Type.Integer({
      description: 'How many columns narrow the list or fill in fields that are not public.',
    }),
    columns: Type.Array(Type.String(), { description: 'Their labels.' }),
    mayManage: Type.Boolean({ description: 'Whether the user may make the list public.' }),
  },
  { title: 'ListOfLinks' },
);
export type ListOfLinks = Static<typeof ListOfLinks>;

export const PublicListRow = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    seq: Type.Integer({ description: 'Send it back with the answer.' }),
    cells: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description: 'The values of the public columns, without empty ones.',
    }),
  },
  { title: 'PublicListRow' },
);

export const PublicRows = Type.Object(
  { items: Type.Array(PublicListRow) },
  { title: 'PublicListRows' },
);
export type PublicRows = Static<typeof PublicRows>;

export const PUBLIC_ROW_QUERY = Type.Object(
  {
    list: Type.String({ maxLength: 64, description: 'The id of a list of the form.' }),
    q: Type.String({
      maxLength: 200,
      description: `The start of words in the public columns among the first ${LIST_LIMITS.searched}, of at least ${LIST_LIMITS.publicTyped} characters. It may also be a key.`,
    }),
    column: Type.Optional(
      Type.String({
        maxLength: 40,
        description: `A public column among the first ${LIST_LIMITS.searched}. Only rows whose value there is \`value\`.`,
      }),
    ),
    value: Type.Optional(Type.String({ maxLength: LIST_LIMITS.cell })),
  },
  { additionalProperties: false },
);
