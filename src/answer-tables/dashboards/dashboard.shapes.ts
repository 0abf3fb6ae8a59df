import { type Static, Type } from 'typebox';
import { PAGE_QUERY, pageOf } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';
import { MAX_GROUPS, MAX_NAME, MAX_TILES } from './limits.ts';

const Uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) });
const Text = (maxLength: number, description?: string) =>
  Type.Optional(Type.String({ maxLength, ...(description !== undefined && { description }) }));

export const TileSettings = Type.Object(
  {
    template: Uuid('The template whose answers are counted.'),
    field: Type.String({ maxLength: 200, description: 'The id of the field.' }),
    show: Type.Union([Type.Literal('chart'), Type.Literal('table'), Type.Literal('number')], {
      description: 'How the counts are shown. `number`: one number alone.',
    }),
    statistic: Type.Optional(
      Type.Union(
        [
          Type.Literal('forms'),
          Type.Literal('mean'),
          Type.Literal('sum'),
          Type.Literal('median'),
          Type.Literal('min'),
          Type.Literal('max'),
        ],
        {
          description:
            'The number that `number` shows: how many forms there are, or what the numbers of the field make. If omitted, how many answered.',
        },
      ),
    ),
    title: Text(MAX_NAME, 'If omitted, the title of the field.'),
    where: Text(8000, 'Like the parameters of the summary of a template, as the rest.'),
    status: Type.Optional(Type.Union([Type.Literal('draft'), Type.Literal('complete')])),
    rejected: Type.Optional(Type.Boolean()),
    by: Text(200),
    from: Text(10),
    to: Text(10),
    compareFrom: Text(10),
    compareTo: Text(10),
  },
  { additionalProperties: false, title: 'TileSettings' },
);
export type TileSettings = Static<typeof TileSettings>;

/** One number of the open work that the reader may see, as GET /v2/assignments/figures counts it. */
export const WorkTile = Type.Object(
  {
    figure: Type.Union([
      Type.Literal('dueThisWeek'),
      Type.Literal('late'),
      Type.Literal('medianLateness'),
    ]),
    template: Type.Optional(Uuid('If omitted, the work of all templates.')),
    title: Text(MAX_NAME),
  },
  { additionalProperties: false, title: 'WorkTile' },
);
export type WorkTile = Static<typeof WorkTile>;

export const DashboardBody = Type.Object(
  {
    name: Type.String({ maxLength: 4 * MAX_NAME }),
    groupIds: Type.Optional(
      Type.Array(Uuid(), {
        maxItems: MAX_GROUPS,
        description: 'The groups that may see it, with the members of groups in them.',
      }),
    ),
    tiles: Type.Optional(
      Type.Array(
        Type.Object(
          {
            id: Type.Optional(
              Uuid('Keeps a stored tile; without `settings` and `work`, as it is.'),
            ),
            settings: Type.Optional(TileSettings),
            work: Type.Optional({
              ...WorkTile,
              description: 'Instead of `settings`: a number of open work.',
            }),
          },
          { additionalProperties: false },
        ),
        { maxItems: MAX_TILES },
      ),
    ),
    revision: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The revision that was read; another one is 412.' }),
    ),
  },
  { additionalProperties: false, title: 'DashboardInput' },
);
export type DashboardBody = Static<typeof DashboardBody>;

const Person = Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) });

const ITEM = {
  id: Uuid(),
  name: Type.String(),
  owner: Person,
  mayEdit: Type.Boolean({ description: 'The user owns it, or is an admin.' }),
  tileCount: Type.Integer(),
  updatedAt: Time(),
};

export const DashboardList = pageOf(Type.Object(ITEM, { title: 'DashboardItem' }), 'DashboardList');
export type DashboardList = Static<typeof DashboardList>;

export const DASHBOARD_QUERY = Type.Object(
  {
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name, in any letter case.' }),
    ),
    editable: Type.Optional(
      Type.Boolean({ description: 'true: only dashboards that the user may change.' }),
    ),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

export const DashboardDetail = Type.Object(
  {
    ...ITEM,
    revision: Type.Integer(),
    groups: Type.Array(Person),
    tiles: Type.Array(
      Type.Object({
        id: Uuid('Without `settings` and `work`, the user may not see what the tile counts.'),
        settings: Type.Optional(TileSettings),
        templateName: Type.Optional(
          Type.String({ description: 'The name of the template that `settings` count.' }),
        ),
        work: Type.Optional(
          Type.Object({
            ...WorkTile.properties,
            templateName: Type.Optional(Type.String()),
          }),
        ),
      }),
    ),
  },
  { title: 'DashboardDetail' },
);
export type DashboardDetail = Static<typeof DashboardDetail>;
