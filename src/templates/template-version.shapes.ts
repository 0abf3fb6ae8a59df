import { type Static, Type } from 'typebox';
import { Time } from '#http/shapes.ts';
import type { JsonObject } from '#kernel/json.ts';

export const TemplateVersionDetail = Type.Object(
  {
    number: Type.Integer(),
    definition: Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true })),
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        title: Type.String(),
        type: Type.String(),
      }),
    ),
    publishedAt: Time(),
  },
  { title: 'TemplateVersionDetail' },
);
export type TemplateVersionDetail = Static<typeof TemplateVersionDetail>;
