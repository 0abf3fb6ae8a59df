import { type Static, Type } from 'typebox';
import type { AssignmentsDeps } from '#assignments/assignments-deps.ts';
import { type PersonCounts, selectPeopleCounts } from '#assignments/people-counts.store.ts';
import { type Names, named, normaliseId, readNames } from '#form-basics/index.ts';
import { visibilityOf, visibilityWithin } from '#form-records/index.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { DEFAULT_LIMIT, openCursor, sealCursor } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';

const QUERY = Type.Object(
  {
    template: Type.Optional(Type.String({ description: 'The id of a template. If omitted, all.' })),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
);

const Count = Type.Integer({ minimum: 0 });

const PersonItem = Type.Object({
  id: Type.String({ format: 'uuid' }),
  type: Type.Union([Type.Literal('User'), Type.Literal('Group')]),
  name: Type.Optional(Type.String()),
  late: Type.Integer({ minimum: 0, description: 'Open ones whose due date is over.' }),
  waiting: Count,
  begun: Count,
  done: Count,
  declined: Count,
  cancelled: Count,
});
export type PersonItem = Static<typeof PersonItem>;

const PersonList = Type.Object(
  {
    items: Type.Array(PersonItem),
    isWhole: Type.Boolean({
      description: 'false, without items, for somebody who sees only some of this work.',
    }),
    next: Next,
  },
  { title: 'WorkOfPeople' },
);

/** GET /assignments/people: returns how much work each person and group has in each state. */
export const listPeople = ({ db, clock, directory, seal }: AssignmentsDeps) =>
  operation({
    method: 'GET',
    path: '/assignments/people',
    right: 'forms.read',
    query: QUERY,
    etag: 'content',
    doc: {
      summary: 'Count the work of each person',
      tag: 'Assignments',
      description:
        'For those who see all forms of the template, or of all templates. Within a page, those with the most late work come first.',
      responses: {
        200: { description: 'A page of people and groups with their counts.', schema: PersonList },
        304: 'not modified',
      },
    },
    async handle({ principal, query }) {
      const { accountId, userId } = principal;
      const { template, cursor, limit = DEFAULT_LIMIT } = query;
      const templateId = template === undefined ? undefined : (normaliseId(template) ?? '');
      const seen = await visibilityOf(db.reader, directory, principal);
      const within = templateId === undefined ? seen : visibilityWithin(seen, templateId);
      // Counts of what somebody sees by chance would be taken for all.
      if (within !== 'all') return { status: 200, body: { items: [], isWhole: false } };
      const context = { list: 'work-people', accountId, terms: [userId, templateId] };
      const [after = ''] = openCursor(seal, context, cursor) ?? [];
      const now = clock.now();
      const found = await selectPeopleCounts(
        db.reader,
        { accountId, templateId, now },
        after,
        limit + 1,
      );
      const page = found.slice(0, limit);
      const names = await readNames(
        db.reader,
        accountId,
        page.map(({ id }) => id),
      );
      const last = found.length > limit ? page.at(-1) : undefined;
      const items = page.map((each) => toPerson(each, names)).toSorted(byUrgency);
      return {
        status: 200,
        body: { items, isWhole: true, ...(last && { next: sealCursor(seal, context, [last.id]) }) },
      };
    },
  });

const toPerson = (counts: PersonCounts, names: Names): PersonItem => ({
  ...counts,
  ...named(counts.id, names),
});

const byUrgency = (one: PersonItem, other: PersonItem): number =>
  other.late - one.late ||
  other.waiting + other.begun - one.waiting - one.begun ||
  (one.id < other.id ? -1 : 1);
