import { Type } from 'typebox';
import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { actorOf } from '#audit/index.ts';
import { Brand, readBrand, setAccent } from '#brand/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';

const BrandChange = Type.Object(
  {
    accent: Type.Optional(
      Type.Union([Type.String({ maxLength: 100 }), Type.Null()], {
        description:
          '`#rrggbb` or `#rgb`. Any colour is accepted, since pages make shades of it that can be read. null: Formstead’s own.',
      }),
    ),
  },
  { title: 'BrandChange', additionalProperties: false },
);

/** PATCH /app/v1/account/brand: changes the colour of the organisation. */
export const patchBrand = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/account/brand',
    role: 'admin',
    body: BrandChange,
    doc: {
      summary: 'Change the colour of the organisation',
      tag: 'Account',
      responses: {
        200: { description: 'As it is now.', schema: Brand },
        422: { description: '`not-a-colour`, at `accent`.' },
      },
    },
    async handle(request) {
      const { accent } = request.body;
      const body = await deps.db.transaction(async (tx) => {
        if (accent !== undefined) await setAccent(deps, tx, actorOf(request, 'web'), accent);
        return await readBrand(tx, request.principal.accountId);
      });
      return { status: 200, body };
    },
  });
