import { type Static, Type } from 'typebox';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';

const Time = Type.String({ format: 'date-time' });
const Named = Type.Object({
  id: Type.String(),
  name: Type.Optional(Type.String({ description: 'Left out: it is gone.' })),
});

const item = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  status: Type.Union([Type.Literal('draft'), Type.Literal('complete')]),
  statusChangedAt: Time,
  updatedAt: Time,
  template: Named,
  assignee: Type.Object({
    id: Type.String(),
    type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
    name: Type.Optional(Type.String({ description: 'Left out: it is gone.' })),
  }),
};

export const AppFormItem = Type.Object(item, { title: 'AppFormItem' });
export type AppFormItem = Static<typeof AppFormItem>;

export const AppFormList = Type.Object(
  {
    items: Type.Array(AppFormItem),
    next: Next,
  },
  { title: 'AppFormList' },
);
export type AppFormList = Static<typeof AppFormList>;

export const APP_FORM_QUERY = Type.Object(
  {
    scope: Type.Optional(
      Type.Union([Type.Literal('mine'), Type.Literal('all')], {
        description:
          '`mine`: made by or assigned to the person or a group of theirs; `all`: whatever they may see.',
        default: 'mine',
      }),
    ),
    status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('complete')])),
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'How the name starts, any case.' }),
    ),
    template: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'Only forms of this template.' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

const Anything = Type.Object({}, { additionalProperties: true });

export const AppFormDetail = Type.Object(
  {
    ...item,
    number: Type.Integer(),
    createdAt: Time,
    createdBy: Named,
    completedBy: Type.Optional(Named),
    revision: Type.Integer(),
    location: Type.Optional(
      Type.Object({
        latitude: Type.Number(),
        longitude: Type.Number(),
        accuracy: Type.Optional(Type.Number({ description: 'Metres.' })),
      }),
    ),
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String({ description: 'Under which the answers have it.' }),
        title: Type.String(),
        type: Type.String(),
      }),
      { description: 'The questions, in their order.' },
    ),
    answers: Type.Unsafe<Readonly<Record<string, unknown>>>(Anything),
    history: Type.Array(
      Type.Object({
        id: Type.String(),
        at: Time,
        action: Type.String(),
        actor: Type.Optional(Named),
        credentialId: Type.Optional(Type.String()),
      }),
      { description: 'Oldest first.' },
    ),
  },
  { title: 'AppFormDetail' },
);
export type AppFormDetail = Static<typeof AppFormDetail>;
