import { type Static, Type } from 'typebox';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';
import type { JsonObject } from '#kernel/json.ts';
import { MAX_LINK_NAME } from '#public-links/check-settings.ts';
import { ListOfLinks } from '#templates/index.ts';

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(type: T, nothing: string) =>
  Type.Optional(Type.Union([type, Type.Null()], { description: nothing }));

const STATES = Type.Union([Type.Literal('active'), Type.Literal('paused'), Type.Literal('ended')], {
  description: '`ended` is final.',
});

const SETTINGS = {
  opensAt: nullable(Time(), 'No answers are taken before. null: at once.'),
  closesAt: nullable(Time(), 'No answers are taken from then on. null: no end.'),
  maxAnswers: nullable(
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    'The most forms that people can send. null: no limit.',
  ),
  code: nullable(
    Type.String({ minLength: 4, maxLength: 64 }),
    'A code that people must type. Only its hash is stored. null: none.',
  ),
  oncePerBrowser: Type.Optional(
    Type.Boolean({ description: 'Each browser may send one form. A cookie identifies it.' }),
  ),
  proofOfWork: Type.Optional(
    Type.Boolean({
      description: 'Browsers solve a puzzle before they send, which slows down spam.',
    }),
  ),
  thankYou: nullable(
    Type.String({ maxLength: 2000 }),
    'Shown when a form was sent, as plain text. null: the standard text.',
  ),
  keepOnDevice: Type.Optional(
    Type.Boolean({
      description:
        'Whether the browser keeps answers that are not sent yet for a day, and asks before it shows them again. false: they are lost when the page is closed, as shared devices need it.',
    }),
  ),
};

const Name = Type.String({
  maxLength: MAX_LINK_NAME,
  description: 'For people with an account: forms that were sent show it as their creator.',
});

export const NewPublicLink = Type.Object(
  { name: Name, ...SETTINGS },
  { title: 'NewPublicLink', additionalProperties: false },
);
export type NewPublicLink = Static<typeof NewPublicLink>;

export const PublicLinkChange = Type.Object(
  {
    name: Type.Optional(Name),
    state: Type.Optional(STATES),
    ...SETTINGS,
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The revision that the client has read. For another one the answer is 412.',
      }),
    ),
  },
  { title: 'PublicLinkChange', additionalProperties: false },
);
export type PublicLinkChange = Static<typeof PublicLinkChange>;

export const PublicLinkItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    templateId: Type.String({ format: 'uuid' }),
    name: Type.String(),
    state: STATES,
    url: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'The address to pass on. Left out if the master key was lost.',
      }),
    ),
    opensAt: Type.Optional(Time()),
    closesAt: Type.Optional(Time()),
    maxAnswers: Type.Optional(Type.Integer()),
    answers: Type.Integer({ description: 'The number of forms that were sent.' }),
    hasCode: Type.Boolean(),
    oncePerBrowser: Type.Boolean(),
    proofOfWork: Type.Boolean(),
    thankYou: Type.Optional(Type.String()),
    keepOnDevice: Type.Boolean(),
    revision: Type.Integer(),
    createdBy: Type.Object({ id: Type.String(), name: Type.Optional(Type.String()) }),
    createdAt: Time(),
  },
  { title: 'PublicLink' },
);
export type PublicLinkItem = Static<typeof PublicLinkItem>;

export const PublicLinkList = Type.Object(
  {
    allowed: Type.Boolean({ description: 'Whether an admin has turned public links on.' }),
    lists: Type.Array(ListOfLinks, {
      description:
        'The shared lists of the published version that people with a link cannot use as the form means it. A new link needs all of them to be public.',
    }),
    people: Type.Boolean({
      description:
        'Whether the published version asks for people of the directory. Then it can have no link: visitors may see nobody.',
    }),
    items: Type.Array(PublicLinkItem),
    next: Next,
  },
  { title: 'PublicLinkList' },
);
export type PublicLinkList = Static<typeof PublicLinkList>;

export const PUBLIC_LINK_QUERY = Type.Object({ ...PAGE_QUERY }, { additionalProperties: false });

export const LinkPrefill = Type.Object(
  {
    answers: Type.Unsafe<JsonObject>(
      Type.Object({}, { additionalProperties: true, description: 'By the name of the question.' }),
    ),
  },
  { title: 'LinkPrefill', additionalProperties: false },
);

export const PrefilledLink = Type.Object(
  { url: Type.String({ format: 'uri' }) },
  { title: 'PrefilledLink' },
);
export type PrefilledLink = Static<typeof PrefilledLink>;
