import { Type } from 'typebox';
import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readUserDetail } from '#administration/users/read-user-detail.ts';
import { UserDetail } from '#administration/users/user.shapes.ts';
import { lockedFieldsOf } from '#administration/users/user-item.ts';
import { actorOf } from '#audit/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { LanguageShape } from '#letters/index.ts';

const ProfileChange = Type.Object(
  { language: LanguageShape },
  { title: 'ProfileChange', additionalProperties: false },
);

/** PATCH /app/v1/me: changes the profile of the signed-in user. */
export const patchOwnProfile = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'PATCH',
    path: '/app/v1/me',
    body: ProfileChange,
    maxBodyBytes: 16_384,
    doc: {
      summary: 'Change one’s own profile',
      tag: 'Profile',
      description:
        'The language of mails, and of pages on devices without a language of their own.',
      responses: {
        200: { description: 'The current state.', schema: UserDetail },
        409: { description: 'The identity provider manages this field.' },
      },
    },
    async handle(request) {
      const { language } = request.body;
      const { db, directory } = deps;
      const { accountId, userId } = request.principal;
      const actor = actorOf(request, 'web');
      const body = await db.transaction(async (tx) => {
        await directory.changeUser(tx, actor, userId, {
          change(before) {
            if (lockedFieldsOf(before).length === 0) {
              return { ...before.attributes, preferredLanguage: language };
            }
            throw fail(
              'provisioned-field',
              'The identity provider manages your language. Change it there.',
              { at: 'language' },
            );
          },
          mayDeactivate: false,
          visibility: 'all',
        });
        return await readUserDetail(deps, tx, accountId, userId);
      });
      return { status: 200, body };
    },
  });
