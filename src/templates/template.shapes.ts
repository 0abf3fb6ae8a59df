import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { IdAndName, LocaleShape, Time } from '#http/shapes.ts';
import type { JsonObject, JsonValue } from '#kernel/json.ts';
import type { NameTranslations } from '#questionnaires/definition/name-translations.ts';
import { Seen } from './seen.shapes.ts';

const Anything = Type.Object({}, { additionalProperties: true });
/** A SurveyJS definition within our profile. */
const Definition = Type.Unsafe<JsonObject>({
  ...Anything,
  description: 'A SurveyJS definition within the profile of this service.',
});
const Status = Type.Union([
  Type.Literal('draft'),
  Type.Literal('published'),
  Type.Literal('archived'),
]);

/** What the user may do, for pages. The service checks it with each request. */
const May = Type.Object(
  {
    fill: Type.Boolean({ description: 'Create forms, while the template is published.' }),
    see: Seen,
    edit: Type.Boolean({ description: 'Change, reopen, delete and restore the forms seen.' }),
    assign: Type.Boolean({ description: 'Assign drafts, and create forms for others.' }),
    review: Type.Boolean({ description: 'Decide on the forms in review that are seen.' }),
    manage: Type.Boolean({ description: 'Change, publish, archive, and give rights.' }),
  },
  { title: 'TemplateRights', description: 'What the user may do with the template.' },
);

const item = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  translations: Type.Optional(
    Type.Unsafe<NameTranslations>({
      ...Anything,
      description:
        '`name` and `description` in further languages, by the code of the language, as the published version has them.',
    }),
  ),
  status: Status,
  openToAll: Type.Boolean(),
  groupIds: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The groups whose members may fill it in. Only sent to those who manage it, and to admins.',
    }),
  ),
  currentVersion: Type.Optional(
    Type.Integer({ description: 'The number of the published version.' }),
  ),
  hasChanges: Type.Boolean({
    description: 'Whether the draft differs from the published version.',
  }),
  updatedAt: Time(),
  may: May,
  formCount: Type.Optional(
    Type.Integer({
      description:
        'The number of forms that are not deleted. Only sent to those who see all answers.',
    }),
  ),
};

export const TemplateItem = Type.Object(item, { title: 'TemplateItem' });
export type TemplateItem = Static<typeof TemplateItem>;

export const TemplateList = pageOf(TemplateItem, 'TemplateList');
export type TemplateList = Static<typeof TemplateList>;

export const TEMPLATE_QUERY = Type.Object(
  {
    status: Type.Optional(Status),
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'The start of the name, in any letter case.' }),
    ),
    usable: Type.Optional(
      Type.Boolean({ description: 'true: only templates that the user may create forms from.' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const TemplateDetail = Type.Object(
  {
    ...item,
    reviewers: Type.Optional(
      Type.Array(IdAndName, {
        description: 'The users and groups that review forms of the draft.',
      }),
    ),
    draftDefinition: Type.Optional(Definition),
    namePattern: Type.String(),
    groups: Type.Optional(Type.Array(IdAndName)),
    revision: Type.Integer({
      description: 'The revision of the draft. It increases with each change.',
    }),
    createdBy: IdAndName,
    createdAt: Time(),
    versions: Type.Array(
      Type.Object({ number: Type.Integer(), publishedAt: Time(), publishedBy: IdAndName }),
      {
        description: 'Newest first. Only those who manage it get others than the current version.',
      },
    ),
  },
  { title: 'TemplateDetail' },
);
export type TemplateDetail = Static<typeof TemplateDetail>;

// check-template.ts checks the content and length of each.
const settings = {
  definition: Type.Optional(Definition),
  namePattern: Type.Optional(
    Type.String({ description: 'Placeholders: `{template}`, `{number}`, `{date}` and `{user}`.' }),
  ),
  openToAll: Type.Optional(Type.Boolean()),
  groupIds: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
};

export const NewTemplateBody = Type.Object(
  { name: Type.String(), description: Type.Optional(Type.String()), ...settings },
  { title: 'NewTemplate', additionalProperties: false },
);

export const TemplateCopyBody = Type.Object(
  { name: Type.String({ description: 'The name of the copy.' }) },
  { title: 'TemplateCopy', additionalProperties: false },
);

const Revision = Type.Optional(
  Type.Integer({
    minimum: 1,
    description:
      'The revision that the client has read. If the template has another one, the answer is 412.',
  }),
);

export const TemplateChangeBody = Type.Object(
  {
    revision: Revision,
    name: Type.Optional(Type.String()),
    description: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'null removes it.' }),
    ),
    ...settings,
  },
  { title: 'TemplateChange', additionalProperties: false },
);

export const PublishBody = Type.Object(
  { revision: Revision },
  { title: 'TemplatePublication', additionalProperties: false },
);

export const DefinitionFault = Type.Object({
  at: Type.String({ description: 'For instance `pages[0].elements[2].type`.' }),
  text: Type.String(),
  kind: Type.Optional(Type.String({ description: 'The name of the broken rule.' })),
  values: Type.Optional(Type.Unsafe<Readonly<Record<string, string | number>>>(Anything)),
});

export const DefinitionBody = Type.Object(
  { definition: Type.Unsafe<JsonValue>(Type.Unknown()) },
  { title: 'DefinitionCheckRequest', additionalProperties: false },
);

export const DefinitionCheck = Type.Object(
  {
    faults: Type.Array(DefinitionFault, {
      description: 'All faults. Empty if the definition can be published.',
    }),
    fields: Type.Array(
      Type.Object({ name: Type.String(), title: Type.String(), type: Type.String() }),
    ),
    accepted: Type.Optional(Definition),
    refused: Type.Array(DefinitionFault, {
      description:
        'The parts that `accepted` does not contain, for imports of definitions from other systems.',
    }),
  },
  { title: 'DefinitionCheck' },
);
export type DefinitionCheck = Static<typeof DefinitionCheck>;

export const PreviewBody = Type.Object(
  {
    definition: Definition,
    answers: Type.Unsafe<JsonObject>(Anything),
    locale: Type.Optional(LocaleShape),
  },
  { title: 'DefinitionPreviewRequest', additionalProperties: false },
);

export const TrialBody = Type.Object(
  {
    ...PreviewBody.properties,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    templateId: Type.Optional(
      Type.String({ description: 'The template whose brand the PDF has.' }),
    ),
  },
  { title: 'TemplateTrialRequest', additionalProperties: false },
);

export const PreviewResult = Type.Object(
  {
    ok: Type.Boolean(),
    faults: Type.Array(
      Type.Object({
        at: Type.String({ description: 'For instance `items[0].qty`.' }),
        field: Type.String({ description: 'The question of the form that contains it.' }),
        kind: Type.String(),
        rule: Type.Optional(
          Type.String({ description: 'The broken rule of the question, such as `min`.' }),
        ),
        limit: Type.Optional(
          Type.Union([Type.String(), Type.Number()], {
            description: 'The limit that the rule sets.',
          }),
        ),
        text: Type.String(),
      }),
    ),
    answers: Type.Unsafe<JsonObject>({
      ...Anything,
      description: 'The answers as completing the form would store them.',
    }),
  },
  { title: 'DefinitionPreview' },
);
export type PreviewResult = Static<typeof PreviewResult>;
