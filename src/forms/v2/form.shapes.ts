import { Type } from 'typebox';
import { DueDate } from '#form-basics/index.ts';
import { ReopenReason } from '#forms/reviews/decision.shapes.ts';
import type { JsonObject } from '#kernel/json.ts';

/** Only documents: the type of a field decides which member is read, and `field-changes.ts` says what is wrong with it. */
const FieldInput = Type.Partial(
  Type.Object({
    text: Type.Unsafe<unknown>({ description: 'Of a TextBox: text.' }),
    value: Type.Unsafe<unknown>({
      description:
        'Of most types: what the answer shows as value. `{ lat, lon, accuracy, at, source }` of a Location, `{ text, format }` of a Barcode, the key of a row of a DropDown with a shared list.',
    }),
    rows: Type.Unsafe<unknown>({
      description:
        'Of a Table: a list of objects, with the values by column name. Of a column with a shared list, the value is the key of a row. Where the template gives the rows, `row` says which one it is; rows that are left out have no answers.',
    }),
    files: Type.Unsafe<unknown>({
      description: 'Of an Image or a File: a list of objects with the `id` of an uploaded file.',
    }),
    imageFile: Type.Unsafe<unknown>({
      description:
        'Of an Image, a Signature or a Sketch: an object with the `id` of an uploaded file. Of a Sketch it is the picture with the drawing.',
    }),
    retainedImage: Type.Unsafe<unknown>({
      description: 'Of a Sketch: an object with the `id` of the photo under the drawing.',
    }),
    shapes: Type.Unsafe<unknown>({ description: 'Of a Sketch: what was drawn.' }),
  }),
  {
    title: 'FieldInput',
    additionalProperties: true,
    description:
      'Only the member that holds the value is needed; id, name and type may come along.',
  },
);

/** The input of fields. Their types decide which members they need. */
export const FIELDS = Type.Unsafe<JsonObject>(
  Type.Record(Type.String(), Type.Union([FieldInput, Type.Null()]), {
    description: 'By name or id. `null` clears a field.',
    examples: [{ site: { text: 'Dam 7' }, checked: { value: true } }],
  }),
);

const FormName = Type.String({ minLength: 1, maxLength: 200 });

export const LocationInput = Type.Object(
  {
    latitude: Type.Number(),
    longitude: Type.Number(),
    accuracy: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
  },
  { additionalProperties: false },
);

const AssignmentInput = Type.Object(
  {
    id: Type.String(),
    type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
    url: Type.Optional(Type.String({ description: 'Ignored.' })),
  },
  { additionalProperties: false },
);

export const NewFormInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        description:
          'A UUID that you create. If you repeat the request, no second form is created.',
      }),
    ),
    templateId: Type.String(),
    name: Type.Optional(
      Type.String({
        description:
          'Ignored unless overrideDefaultFormName is true. Otherwise the naming pattern of the template applies.',
      }),
    ),
    overrideDefaultFormName: Type.Optional(Type.Boolean({ default: false })),
    assignment: Type.Optional({ ...AssignmentInput, description: 'If omitted, the acting user.' }),
    dueDate: Type.Optional(DueDate),
    fields: Type.Optional(FIELDS),
    location: Type.Optional(Type.Union([LocationInput, Type.Null()])),
  },
  { title: 'NewForm', additionalProperties: false },
);

export const FormChangesInput = Type.Object(
  {
    name: Type.Optional(FormName),
    fields: Type.Optional(FIELDS),
    location: Type.Optional(
      Type.Union([LocationInput, Type.Null()], { description: 'null removes it.' }),
    ),
    assignment: Type.Optional({
      ...AssignmentInput,
      description: 'Needs the right to assign, as dueDate does.',
    }),
    dueDate: Type.Optional(DueDate),
  },
  { title: 'FormChanges', additionalProperties: false },
);

export const FormStatusInput = Type.Object(
  {
    status: Type.Union([Type.Literal('complete'), Type.Literal('draft')]),
    reason: Type.Optional(ReopenReason),
  },
  { title: 'FormStatus', additionalProperties: false },
);

/** The headers of responses that contain the form. */
export const FORM_HEADERS = { ETag: 'A strong ETag, made from the revision.' } as const;
