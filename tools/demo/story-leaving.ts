import type { Stage, Token } from './stage.ts';
import { adaAs, MEMBERS, type Newcomer } from './story-provisioning.ts';
import { at } from './teller.ts';

/** Shows a deactivation and its effects. Afterwards the organisation is as it was before the story. */
export async function tellLeaving(
  { teller }: Stage,
  token: Token,
  { userId, teamId, nightCrewId }: Newcomer,
  herToken: Token,
): Promise<void> {
  teller.heading('Somebody leaves');
  await teller.step({
    say: 'The identity provider deactivates Ada.',
    call: {
      method: 'PUT',
      path: `/scim/v2/Users/${userId}`,
      query: { attributes: 'userName,active' },
      token,
      json: adaAs('Bridge inspector', false),
    },
    status: 200,
    holds: ({ body }) => at(body, 'active') === false,
  });
  await teller.step({
    say: 'The very next request with her token is refused, though the hour is not over.',
    call: { path: '/v2/formz', token: herToken },
    status: 401,
    show: ['www-authenticate'],
  });
  await teller.step({
    say: 'The team is deleted.',
    call: { method: 'DELETE', path: `/scim/v2/Groups/${teamId}`, token },
    status: 204,
  });
  await teller.step({
    say: 'With it went its place in Night crew.',
    call: { path: `/scim/v2/Groups/${nightCrewId}`, query: { attributes: MEMBERS }, token },
    status: 200,
    holds: ({ body }) => at(body, 'members', 'length') === 5,
  });
  await teller.step({
    say: 'And Ada is deleted. What a user filled in would stay.',
    call: { method: 'DELETE', path: `/scim/v2/Users/${userId}`, token },
    status: 204,
  });
}
