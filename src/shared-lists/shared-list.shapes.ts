import { type Static, Type } from 'typebox';
import { Next, PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';
import type { JsonObject } from '#kernel/json.ts';
import { LIST_LIMITS } from '#lists/index.ts';

const ListColumn = Type.Object(
  {
    key: Type.String({
      description:
        'Names the column in templates and rows: small letters, digits and underscores, and a letter first. It never changes.',
    }),
    label: Type.String({ description: 'The heading, also in a file.' }),
    type: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('date')]),
  },
  { additionalProperties: false },
);

const columns = Type.Array(ListColumn, { minItems: 1, maxItems: LIST_LIMITS.columns });
const keyColumn = Type.String({
  description: 'The key of the column whose text identifies a row. Each row has another one.',
});
const labelColumn = Type.String({
  description: 'The key of the column whose text people choose a row by.',
});

const Grant = Type.Object(
  {
    type: Type.Union([Type.Literal('User'), Type.Literal('Group'), Type.Literal('Role')]),
    id: Type.String({
      maxLength: 100,
      description: 'The id of a user or group; of roles, `everyone` or `designers`.',
    }),
    manage: Type.Boolean({
      description:
        'Whether they may also change the list, its rows and its rights. Members never may.',
    }),
  },
  { additionalProperties: false },
);
const grants = Type.Array(Grant, {
  maxItems: LIST_LIMITS.grants,
  description: 'Who may use the list, which is to choose its rows in forms and to read them.',
});

const Template = Type.Object({ id: Type.String(), name: Type.String() });

const item = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  columns: Type.Array(ListColumn),
  keyColumn,
  labelColumn,
  version: Type.Integer({
    description: 'Increases with each change of rows; 0 before the first rows.',
  }),
  activeRows: Type.Integer(),
  inactiveRows: Type.Integer({
    description: 'Rows that can no longer be chosen. Answers keep what was chosen.',
  }),
  revision: Type.Integer({
    description: 'Increases with each change of the list itself, but not of its rows.',
  }),
  updatedAt: Time(),
  publicColumns: Type.Array(Type.String(), {
    description:
      'The keys of the columns that people with a public link may read. None: the list is not public.',
  }),
  mayManage: Type.Boolean({ description: 'Whether the user may change the list and its rows.' }),
};

export const ListItem = Type.Object(item, { title: 'SharedListItem' });
export type ListItem = Static<typeof ListItem>;

export const ListPage = pageOf(ListItem, 'SharedListPage');
export type ListPage = Static<typeof ListPage>;

export const LIST_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name, in any letter case.' }),
    ),
    managed: Type.Optional(
      Type.Boolean({ description: 'true: only lists that the user may manage.' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const ListDetail = Type.Object(
  {
    ...item,
    createdAt: Time(),
    grants: Type.Optional(
      Type.Array(Type.Object({ ...Grant.properties, name: Type.Optional(Type.String()) }), {
        description: 'Only sent to those who may manage the list.',
      }),
    ),
    templates: Type.Optional(
      Type.Array(Template, {
        description:
          'The templates that use the list, as far as the user may know them. Only sent to those who may manage it.',
      }),
    ),
    otherTemplates: Type.Optional(
      Type.Integer({ description: 'How many more templates use it, which the user may not know.' }),
    ),
  },
  { title: 'SharedList' },
);
export type ListDetail = Static<typeof ListDetail>;

export const NewListBody = Type.Object(
  { name: Type.String(), columns, keyColumn, labelColumn, grants: Type.Optional(grants) },
  { title: 'NewSharedList', additionalProperties: false },
);

export const ListChangeBody = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'The revision that the client has read. If the list has another one, the answer is 412.',
      }),
    ),
    name: Type.Optional(Type.String()),
    columns: Type.Optional(columns),
    grants: Type.Optional(grants),
  },
  { title: 'SharedListChange', additionalProperties: false },
);

export const ListRow = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    active: Type.Boolean({ description: 'false: the row can no longer be chosen.' }),
    seq: Type.Integer({ description: 'Increases with each change of any row of the list.' }),
    revision: Type.Integer({ description: 'Counts the changes of the row.' }),
    cells: Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description:
        'The values by the key of the column, without empty ones: text, numbers, and dates as YYYY-MM-DD.',
    }),
  },
  { title: 'SharedListRow' },
);
export type ListRow = Static<typeof ListRow>;

export const RowPage = pageOf(ListRow, 'SharedListRows');
export type RowPage = Static<typeof RowPage>;

const search = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: `The start of words in the first ${LIST_LIMITS.searched} columns, in any letter case and with or without accents.`,
    }),
  ),
  column: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `The key of one of the first ${LIST_LIMITS.searched} columns. Only rows whose value there is \`value\`.`,
    }),
  ),
  value: Type.Optional(Type.String({ maxLength: LIST_LIMITS.cell })),
  active: Type.Optional(Type.Boolean({ default: true, description: 'false: only inactive rows.' })),
};
export const ROW_QUERY = Type.Object(
  {
    ...search,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_LIMITS.hits, default: 50 })),
    cursor: PAGE_QUERY.cursor,
  },
  { additionalProperties: false },
);

export const CHANGES_QUERY = Type.Object(
  {
    seq: Type.Optional(
      Type.Integer({
        minimum: 0,
        default: 0,
        description: '`seq` of the previous answer; 0 for all active rows.',
      }),
    ),
    epoch: Type.Optional(
      Type.String({ maxLength: 64, description: '`epoch` of the previous answer.' }),
    ),
  },
  { additionalProperties: false },
);

export const RowChanges = Type.Object(
  {
    rows: Type.Array(ListRow, {
      description: 'At most 1000. A row that is no longer active must be forgotten.',
    }),
    seq: Type.Integer({ description: 'Send it next time, with `epoch`.' }),
    epoch: Type.String({
      description: 'Names the state of the storage. It changes when a backup is restored.',
    }),
    reset: Type.Optional(
      Type.Literal(true, {
        description:
          'The position that was sent is of a state that a restored backup has undone. Forget all rows: these are the first ones.',
      }),
    ),
    version: Type.Integer(),
    isComplete: Type.Boolean({ description: 'false: ask again for more.' }),
  },
  { title: 'SharedListChanges' },
);
export type RowChanges = Static<typeof RowChanges>;

const Counts = Type.Object({
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  deactivated: Type.Integer(),
});

const version = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'The version that the client has read. If the rows have another one, the answer is 412.',
  }),
);

export const RowWritesBody = Type.Object(
  {
    rows: Type.Optional(
      Type.Array(Type.Unsafe<JsonObject>({ type: 'object', additionalProperties: true }), {
        maxItems: LIST_LIMITS.rowsAtOnce,
        description:
          'The values of each row by the keys of the columns. A row with a known key is replaced as a whole.',
      }),
    ),
    deactivate: Type.Optional(
      Type.Array(Type.String({ maxLength: LIST_LIMITS.key }), {
        maxItems: LIST_LIMITS.rowsAtOnce,
        description: 'Keys of rows that can no longer be chosen. Unknown ones are passed over.',
      }),
    ),
    version,
  },
  { title: 'SharedListRowWrites', additionalProperties: false },
);

export const WrittenRows = Type.Object(
  { version: Type.Integer(), counts: Counts },
  { title: 'SharedListWritten' },
);
export type WrittenRows = Static<typeof WrittenRows>;

const Fault = Type.Object({
  row: Type.Optional(
    Type.Integer({ description: 'As spreadsheets number it: 1 names the columns.' }),
  ),
  column: Type.Optional(Type.String()),
  kind: Type.String({ description: 'The broken rule.' }),
  values: Type.Optional(
    Type.Unsafe<Readonly<Record<string, string | number>>>({
      type: 'object',
      additionalProperties: true,
    }),
  ),
  text: Type.String(),
});

const Examples = Type.Array(Type.Object({ key: Type.String(), label: Type.String() }));

export const ImportReport = Type.Object(
  {
    version: Type.Integer({
      description: 'The version that the file was compared with, or that it made.',
    }),
    rows: Type.Integer(),
    counts: Counts,
    faults: Type.Array(Fault, { description: 'At most 100.' }),
    faultCount: Type.Integer(),
    examples: Type.Object(
      { added: Examples, changed: Examples, deactivated: Examples },
      { description: 'Some of the rows of each kind, in a preview.' },
    ),
  },
  { title: 'SharedListImport' },
);
export type ImportReport = Static<typeof ImportReport>;

export const FILE_QUERY = Type.Object(
  {
    preview: Type.Optional(
      Type.Boolean({
        description: 'true: nothing is stored. The answer tells what would be, with all faults.',
      }),
    ),
    version,
  },
  { additionalProperties: false },
);

export const VersionPage = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: Time(),
        by: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
        via: Type.Union([Type.Literal('file'), Type.Literal('rows')]),
        added: Type.Integer(),
        changed: Type.Integer(),
        deactivated: Type.Integer(),
        activeRows: Type.Integer(),
      }),
    ),
    next: Next,
  },
  { title: 'SharedListVersions' },
);
export type VersionPage = Static<typeof VersionPage>;

export const VERSION_QUERY = Type.Object(PAGE_QUERY, { additionalProperties: false });
