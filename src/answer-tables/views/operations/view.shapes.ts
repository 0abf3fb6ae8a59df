import { type Static, Type } from 'typebox';
import { MOST_GROUPS } from '#answer-tables/views/view.ts';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { IdAndName } from '#http/shapes.ts';

const List = Type.Union([Type.Literal('mine'), Type.Literal('all'), Type.Literal('answers')], {
  description:
    '`mine` and `all`: the lists of forms. `answers`: the table of answers of a template.',
});

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

const State = Type.Record(
  Type.String({ maxLength: 30 }),
  Type.String({ minLength: 1, maxLength: 8000 }),
  { maxProperties: 20, description: 'The search parameters of the page, as its address has them.' },
);

const With = Type.Union(
  [Type.Literal('nobody'), Type.Literal('groups'), Type.Literal('everyone')],
  { description: 'A view of a template is shown only to those who see the template.' },
);

const SharingInput = Type.Object(
  {
    with: With,
    groupIds: Type.Optional(
      Type.Array(Type.String({ format: 'uuid' }), {
        maxItems: MOST_GROUPS,
        description: 'With `groups`: their ids. Members of nested groups see the view too.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const NewViewBody = Type.Object(
  {
    name: Name,
    list: List,
    templateId: Type.Optional(
      Type.String({ format: 'uuid', description: 'With `answers`: the template of the answers.' }),
    ),
    state: State,
    sharing: Type.Optional(SharingInput),
  },
  { title: 'NewView', additionalProperties: false },
);

export const ViewChange = Type.Object(
  {
    name: Type.Optional(Name),
    state: Type.Optional(State),
    sharing: Type.Optional(SharingInput),
  },
  { title: 'ViewChange', additionalProperties: false },
);

export const ViewItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    list: List,
    templateId: Type.Optional(
      Type.String({ description: 'Of the answers, or that the list is narrowed to.' }),
    ),
    state: Type.Record(Type.String(), Type.String()),
    isOwn: Type.Boolean(),
    isGone: Type.Boolean({
      description: 'The template of the view does not exist, or the user may not use it any more.',
    }),
    owner: IdAndName,
    sharing: Type.Object({ with: With, groups: Type.Array(IdAndName) }),
  },
  { title: 'View' },
);
export type ViewItem = Static<typeof ViewItem>;

export const ViewList = pageOf(ViewItem, 'ViewList');
export type ViewList = Static<typeof ViewList>;

export const VIEWS_QUERY = Type.Object(
  {
    list: Type.Optional(List),
    template: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only views of this template.' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);
