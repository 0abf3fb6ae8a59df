import { Type } from 'typebox';
import type { JsonObject } from '#kernel/json.ts';

// check-template.ts checks the content and length of each.
const settings = {
  definition: Type.Optional(
    Type.Unsafe<JsonObject>({
      type: 'object',
      additionalProperties: true,
      description:
        'A SurveyJS definition within the profile of Formstead. The easiest way to one is a template from the builder.',
    }),
  ),
  namePattern: Type.Optional(
    Type.String({
      description:
        'How new forms are named. Placeholders: `{template}`, `{number}`, `{date}`, `{user}`, and names of fields.',
    }),
  ),
  openToAll: Type.Optional(
    Type.Boolean({ description: 'Whether everybody may create forms from it.' }),
  ),
  groupIds: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 1000,
      description: 'The groups whose members may create forms from it.',
    }),
  ),
};

export const NewTemplateInput = Type.Object(
  { name: Type.String(), description: Type.Optional(Type.String()), ...settings },
  { title: 'NewTemplate', additionalProperties: false },
);

export const TemplateChangesInput = Type.Object(
  {
    name: Type.Optional(Type.String()),
    description: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'null removes it.' }),
    ),
    ...settings,
  },
  { title: 'TemplateChanges', additionalProperties: false },
);

/** The refusals that writes of a template share. */
export const TEMPLATE_REFUSALS = {
  403: { description: 'The acting user does not manage the template.' },
  404: { description: 'There is no template with this id that the acting user may know.' },
  412: { description: 'Somebody changed the template. `currentRevision` is its revision.' },
} as const;
