import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { readUserDetail } from '#administration/users/read-user-detail.ts';
import { requireEmail } from '#administration/users/require-email.ts';
import { NewUserBody, UserDetail } from '#administration/users/user.shapes.ts';
import { actorOf } from '#audit/index.ts';
import { changeAttributes } from '#directory/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { hashChosenPassword, ssoOnly } from '#sign-in/index.ts';

/** POST /app/v1/users: creates a local user. */
export const postUser = (deps: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/users',
    role: 'admin',
    confirmed: true,
    body: NewUserBody,
    doc: {
      summary: 'Create a local user',
      tag: 'Users',
      description:
        'Without a password, the user signs in by single sign-on or with a one-time link.',
      responses: {
        201: { description: 'Created.', schema: UserDetail },
        409: {
          description:
            'The user name is taken. Or the body has a password, but the account allows single sign-on only.',
        },
      },
    },
    async handle(request) {
      const { role, password, ...shown } = request.body;
      requireEmail(shown);
      const { db, directory } = deps;
      const { accountId } = request.principal;
      const names = [shown.userName, shown.email ?? ''];
      if (password !== undefined) {
        const account = await directory.readAccount(db.reader, accountId);
        if (account?.ssoOnly === true) throw ssoOnly();
      }
      const passwordHash =
        password === undefined
          ? undefined
          : await hashChosenPassword(deps, accountId, password, names);
      const user = await db.transaction((tx) =>
        directory.createUser(tx, actorOf(request, 'web'), {
          attributes: changeAttributes({ active: true }, shown),
          origin: 'local',
          role,
          passwordHash,
        }),
      );
      return { status: 201, body: await readUserDetail(deps, db.reader, accountId, user.id) };
    },
  });
