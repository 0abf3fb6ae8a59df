import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { requireUser } from '#administration/users/require-user.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { SessionList, selectSessions, toSessionItem } from '#sign-in/index.ts';

/** GET /app/v1/users/:id/sessions: the sessions of a user. */
export const listUserSessions = ({ db, directory, clock }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/users/:id/sessions',
    role: 'admin',
    doc: {
      summary: 'List the sessions of a user',
      tag: 'Users',
      responses: {
        200: { description: 'Newest first, at most 100.', schema: SessionList },
        404: { description: 'There is no such user.' },
      },
    },
    async handle({ principal: { accountId, sessionId }, params }) {
      const now = clock.now();
      const id = params.id;
      await requireUser({ directory }, db.reader, accountId, id);
      const rows = await selectSessions(db.reader, accountId, id, now);
      return { status: 200, body: { items: rows.map((row) => toSessionItem(row, sessionId)) } };
    },
  });
