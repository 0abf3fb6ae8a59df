import { Type } from 'typebox';
import type { JsonObject } from '#kernel/json.ts';

/** The input of a field. Its type decides which members it needs. */
const FIELDS = Type.Unsafe<JsonObject>(
  Type.Record(
    Type.String(),
    Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()]),
    {
      description: [
        'By name or id. Of each, only the member that holds the value is needed: `text` for a TextBox,',
        '`rows` for a Table, `imageFile` or `files` (objects with the `id` of an uploaded file) for files,',
        '`imageFile` (the picture with the drawing), `retainedImage` (the photo) and `shapes` together for a Sketch,',
        '`value` for all others: `{ lat, lon, accuracy, at, source }` for a Location, `{ text, format }` for a Barcode; `id`, `name` and `type` may come along. `null` clears a field.',
      ].join('\n'),
      examples: [{ site: { text: 'Dam 7' }, checked: { value: true } }],
    },
  ),
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
    assignment: Type.Optional(
      Type.Object(
        {
          id: Type.String(),
          type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
          url: Type.Optional(Type.String({ description: 'Ignored.' })),
        },
        { additionalProperties: false, description: 'If omitted, the acting user.' },
      ),
    ),
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
  },
  { title: 'FormChanges', additionalProperties: false },
);

export const FormStatusInput = Type.Object(
  { status: Type.Union([Type.Literal('complete'), Type.Literal('draft')]) },
  { title: 'FormStatus', additionalProperties: false },
);

/** The headers of responses that contain the form. */
export const FORM_HEADERS = { ETag: 'A strong ETag, made from the revision.' } as const;
