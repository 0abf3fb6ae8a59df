import { MAIL_DOMAIN, ORGANISATION, personNamed } from './people.ts';
import { ENTERPRISE } from './scim-person.ts';
import type { Stage, Token } from './stage.ts';
import { at, textAt } from './teller.ts';

const CORE_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const CORE_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const MEMBERS = 'displayName,members';
export const USER_NAME = `ada.lindqvist@${MAIL_DOMAIN}`;

/** A user who starts today, and the team created for her. */
export interface Newcomer {
  readonly userId: string;
  readonly teamId: string;
  readonly nightCrewId: string;
}

/** Returns the body of a PUT about her: the identity provider always sends all attributes. */
export function adaAs(title: string, active: boolean) {
  return {
    schemas: [CORE_USER, ENTERPRISE],
    userName: USER_NAME,
    externalId: 'ab-2001',
    name: { givenName: 'Ada', familyName: 'Lindqvist' },
    displayName: 'Ada Lindqvist',
    title,
    emails: [{ value: USER_NAME, type: 'work', primary: true }],
    active,
    [ENTERPRISE]: { department: 'Field crews', organization: ORGANISATION },
  };
}

export async function tellProvisioning(stage: Stage, token: Token): Promise<Newcomer> {
  stage.teller.heading('People and groups come from the identity provider, over SCIM 2.0');
  const userId = await addAda(stage, token);
  const teamId = await addTeam(stage, token, userId);
  const nightCrewId = await nestTeam(stage, token, teamId);
  await stage.teller.step({
    say: 'Reading Ada shows her groups: one directly, two through the groups that it is in.',
    call: {
      path: `/scim/v2/Users/${userId}`,
      query: { attributes: 'userName,title,groups' },
      token,
    },
    status: 200,
    show: ['etag'],
    holds: ({ body }) => at(body, 'groups', 'length') === 3,
  });
  return { userId, teamId, nightCrewId };
}

async function addAda({ teller }: Stage, token: Token): Promise<string> {
  const search = {
    path: '/scim/v2/Users',
    query: { filter: `userName eq "${USER_NAME}"`, attributes: 'userName,title,active' },
    token,
  };
  await teller.step({
    say: 'Ada starts today. Before it creates her, the identity provider looks whether she is there.',
    call: search,
    status: 200,
    holds: ({ body }) => at(body, 'totalResults') === 0,
  });
  const created = await teller.step({
    say: 'She is not, so it creates her. She has no password: she signs in elsewhere.',
    call: { method: 'POST', path: '/scim/v2/Users', token, json: adaAs('Apprentice', true) },
    status: 201,
    show: ['location', 'etag'],
  });
  const userId = textAt(created.body, 'id');
  await teller.step({
    say: 'The same search now finds her, in any letter case.',
    call: { ...search, query: { ...search.query, filter: `userName eq "${SHOUTED}"` } },
    status: 200,
    holds: ({ body }) => at(body, 'totalResults') === 1,
  });
  await teller.step({
    say: 'PUT replaces what the provider says of her: she is an inspector. The ETag shows the change.',
    call: {
      method: 'PUT',
      path: `/scim/v2/Users/${userId}`,
      query: { attributes: 'userName,title' },
      token,
      json: adaAs('Bridge inspector', true),
    },
    status: 200,
    show: ['etag'],
    holds: ({ body }) => at(body, 'title') === 'Bridge inspector',
  });
  return userId;
}

const SHOUTED = USER_NAME.toUpperCase();

async function addTeam(
  { teller, organisation }: Stage,
  token: Token,
  userId: string,
): Promise<string> {
  const tomasz = organisation.userIds.get(personNamed('Tomasz Wójcik').userName) ?? '';
  const { body } = await teller.step({
    say: 'A group with two members: Ada and the safety lead.',
    call: {
      method: 'POST',
      path: '/scim/v2/Groups',
      token,
      json: {
        schemas: [CORE_GROUP],
        displayName: 'Inspection team',
        members: [{ value: userId }, { value: tomasz }],
      },
    },
    status: 201,
    show: ['location'],
    holds: (answer) => at(answer.body, 'members', 'length') === 2,
  });
  return textAt(body, 'id');
}

async function nestTeam({ teller }: Stage, token: Token, teamId: string): Promise<string> {
  const found = await teller.step({
    say: 'Groups are read with all their members. This one has five, and is itself inside another.',
    call: {
      path: '/scim/v2/Groups',
      query: { filter: 'displayName eq "Night crew"', attributes: MEMBERS },
      token,
    },
    status: 200,
    holds: ({ body }) => at(body, 'Resources', 0, 'members', 'length') === 5,
  });
  const id = textAt(found.body, 'Resources', 0, 'id');
  const members = at(found.body, 'Resources', 0, 'members');
  const values = Array.isArray(members)
    ? members.map((each) => ({ value: at(each, 'value') }))
    : [];
  await teller.step({
    say: 'PUT on a group replaces its members: the five, and the new team as a group inside it.',
    call: {
      method: 'PUT',
      path: `/scim/v2/Groups/${id}`,
      query: { attributes: MEMBERS },
      token,
      json: {
        schemas: [CORE_GROUP],
        displayName: 'Night crew',
        members: [...values, { value: teamId, type: 'Group' }],
      },
    },
    status: 200,
    show: ['etag'],
    holds: ({ body }) => at(body, 'members', 'length') === 6,
  });
  return id;
}
