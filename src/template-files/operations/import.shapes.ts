import { type Static, Type } from 'typebox';
import type { JsonObject } from '#kernel/json.ts';
import { DefinitionFault, TemplateDetail } from '#templates/index.ts';

const Anything = Type.Object({}, { additionalProperties: true });

const Note = Type.Object({
  level: Type.Union([Type.Literal('left-out'), Type.Literal('changed')], {
    description: '`left-out`: missing in the template. `changed`: not as in the file.',
  }),
  kind: Type.String({ description: 'The name of what happened.' }),
  sheet: Type.Optional(Type.String()),
  row: Type.Optional(Type.Integer({ description: 'As spreadsheets number it, from 1.' })),
  name: Type.Optional(Type.String({ description: 'The name of the field in the file.' })),
  values: Type.Optional(Type.Unsafe<Readonly<Record<string, string | number>>>(Anything)),
  text: Type.String(),
  fault: Type.Optional(DefinitionFault),
});

export const XlsFormLosses = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String({
          description: 'The name of the field; of a column, after that of its table and a dot.',
        }),
        title: Type.String({ description: 'In the language of the template.' }),
        kind: Type.String({ description: 'The name of what is left out.' }),
        expression: Type.Optional(
          Type.String({ description: 'The condition or calculation that is left out.' }),
        ),
        text: Type.String({ description: 'What is left out, in English.' }),
      }),
      { description: 'In the order of the fields.' },
    ),
  },
  { title: 'XlsFormLosses' },
);
export type XlsFormLosses = Static<typeof XlsFormLosses>;

const FileListShape = Type.Object(
  {
    id: Type.String({ description: 'As the fields of the file name it.' }),
    name: Type.String(),
    columns: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
  },
  { title: 'TemplateFileList' },
);

const NamedListShape = Type.Object({
  id: Type.String({ description: 'As the fields of the file name it.' }),
  name: Type.Optional(Type.String({ description: 'Left out if the file does not say it.' })),
  columns: Type.Array(Type.String(), { description: 'The headings of its columns in the file.' }),
  match: Type.Optional(
    Type.Object(
      { id: Type.String({ format: 'uuid' }), name: Type.String() },
      {
        description:
          'The list that takes its place unless another one is chosen: the same one, or the only one with its name. Left out if there is none that the user may use.',
      },
    ),
  ),
  newRows: Type.Optional(
    Type.Integer({
      description:
        'The number of rows of the list that the import makes unless another one is chosen. Left out if it makes none.',
    }),
  ),
});

export const TemplateImportReport = Type.Object(
  {
    kind: Type.Union([Type.Literal('xlsform'), Type.Literal('template')]),
    name: Type.Optional(Type.String({ description: 'The name of the template in the file.' })),
    description: Type.Optional(Type.String()),
    definition: Type.Unsafe<JsonObject>({
      ...Anything,
      description: 'What the template would be made of.',
    }),
    lists: Type.Array(NamedListShape, { description: 'The shared lists that its fields name.' }),
    notes: Type.Array(Note, {
      description: 'What is left out or changed, by rows. At most 500.',
    }),
    noteCount: Type.Integer({ description: 'The number of notes without this limit.' }),
  },
  { title: 'TemplateImportReport' },
);
export type TemplateImportReport = Static<typeof TemplateImportReport>;

export const ImportedTemplate = Type.Object(
  { template: TemplateDetail, notes: Type.Array(Note), noteCount: Type.Integer() },
  { title: 'ImportedTemplate' },
);
export type ImportedTemplate = Static<typeof ImportedTemplate>;

export const TemplateFileBody = Type.Object(
  {
    format: Type.Literal('formstead-template'),
    version: Type.Literal(1),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    namePattern: Type.String(),
    definition: Type.Unsafe<JsonObject>(Anything),
    lists: Type.Optional(
      Type.Array(FileListShape, {
        description: 'The shared lists that its fields name, without their rows.',
      }),
    ),
    rules: Type.Optional(
      Type.Array(Type.Unsafe<JsonObject>(Anything), {
        description:
          'What happens by itself with its forms. Imported rules are off, and what they name must be chosen anew in another organisation.',
      }),
    ),
  },
  { title: 'TemplateFile' },
);

const UUID = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
const CHOICE = `${UUID}:(?:${UUID})?`;

export const IMPORT_QUERY = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Replaces the name in the file.' }),
    ),
    lists: Type.Optional(
      Type.String({
        maxLength: 8000,
        pattern: `^${CHOICE}(?:,${CHOICE})*$`,
        description:
          'The lists to use, as `id in the file:id here`, separated by commas. Nothing after the colon: the fields get no list. A list that is left out is found or made as in the check.',
      }),
    ),
  },
  { additionalProperties: false },
);
