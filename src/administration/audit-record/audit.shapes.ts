import { type Static, Type } from 'typebox';
import { AUDIT_FILTERS } from '#audit/index.ts';
import { Next, PAGE_QUERY } from '#http/app/list.shapes.ts';
import { Time } from '#http/shapes.ts';

export const AUDIT_QUERY = Type.Object(
  { ...AUDIT_FILTERS, ...PAGE_QUERY },
  { additionalProperties: false },
);

const Named = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        name: Type.Optional(Type.String({ description: 'Left out if it was deleted.' })),
      },
      { description },
    ),
  );

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    at: Time(),
    action: Type.String({ description: 'A noun, a dot, a verb.' }),
    result: Type.Union([Type.Literal('ok'), Type.Literal('refused')]),
    via: Type.Optional(
      Type.String({ description: 'scim, api, web, command-line, set-up or system.' }),
    ),
    user: Named('The user who did it, or as whom the credential acted.'),
    credential: Named('The API credential that did it.'),
    ip: Type.Optional(Type.String()),
    target: Type.Optional(
      Type.Object(
        {
          type: Type.String(),
          id: Type.Optional(Type.String()),
          name: Type.Optional(
            Type.String({
              description:
                'The current name, or the name that the event recorded if the target was deleted.',
            }),
          ),
          isOpen: Type.Optional(
            Type.Literal(true, {
              description:
                'Whether the target has a page, still exists, and the caller may see it.',
            }),
          ),
        },
        { description: 'The target of the event.' },
      ),
    ),
    detail: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object({}, { additionalProperties: true, description: 'Further details.' }),
    ),
    chain: Type.Optional(
      Type.Object(
        { seq: Type.Integer(), hash: Type.String() },
        {
          description:
            'The position in the hash chain. It is assigned a few seconds after the event.',
        },
      ),
    ),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditPage = Type.Object(
  {
    items: Type.Array(AuditEntry),
    next: Next,
    chain: Type.Optional(
      Type.Object(
        {
          linked: Type.Integer({ description: 'The number of events in the chain.' }),
          waiting: Type.Integer({
            description: 'The number of events that are not in the chain yet.',
          }),
          waitingSince: Type.Optional(
            Time('The time of the oldest event that is not in the chain yet.'),
          ),
        },
        { description: 'The state of the hash chain. Sent with the first page.' },
      ),
    ),
  },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;
