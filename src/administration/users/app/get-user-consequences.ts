import type { AdministrationDeps } from '#administration/administration-deps.ts';
import { shownReviews } from '#administration/reviewed-templates.shapes.ts';
import { readConsequences } from '#administration/users/consequences.store.ts';
import { noUser, requireUser } from '#administration/users/require-user.ts';
import { UserConsequences } from '#administration/users/user.shapes.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { readSessionLimits } from '#sign-in/index.ts';
import { templatesReviewedBy } from '#templates/index.ts';

const WEEK_MS = 7 * 86_400_000;

/** GET /app/v1/users/:id/consequences: the effects of deactivating or deleting the user. */
export const getUserConsequences = ({ db, directory, clock }: AdministrationDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/users/:id/consequences',
    role: 'admin',
    doc: {
      summary: 'Read the consequences of deactivating or deleting a user',
      tag: 'Users',
      description:
        'Deactivating suspends the credentials and ends the sessions. Deleting revokes the credentials, ends the sessions, removes the user from the groups, and keeps the forms.',
      responses: {
        200: {
          description: 'The credentials, sessions, groups and forms of the user.',
          schema: UserConsequences,
        },
        404: 'no user',
      },
    },
    async handle({ principal: { accountId, userId }, params }) {
      const id = params.id;
      const user = await requireUser({ directory }, db.reader, accountId, id);
      const now = clock.now();
      const { idleSeconds, longestSeconds } = await readSessionLimits(db.reader, accountId);
      const times = {
        now,
        begunSince: now - longestSeconds * 1000,
        idleSince: now - idleSeconds * 1000,
        recently: now - WEEK_MS,
      };
      const counts = await readConsequences(db.reader, accountId, id, times);
      if (!counts) throw noUser();
      const { credentials, sessions, groups, forms, managed, series, rules, others, syncing } =
        counts;
      const body: UserConsequences = {
        credentials,
        sessions,
        groups,
        forms,
        managedPeople: managed,
        series,
        reviews: shownReviews(await templatesReviewedBy(db.reader, accountId, user.id)),
        rules,
        scheduledExports: counts.scheduledExports,
        isLastAdmin: user.role === 'admin' && user.active && others === 0,
        isSelf: id === userId,
        didProvisioning: syncing > 0,
      };
      return { status: 200, body };
    },
  });
