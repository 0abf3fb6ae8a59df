// What people and programs do with the version that is released, over HTTPS, so that every domain has rows.
import type { Answer, Call } from '../../test/support/instance.ts';
import type { KilledServer } from '../../test/support/killed-server.ts';
import { PASSWORD } from '../../test/support/released.ts';

interface Way {
  readonly code: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the tests ask the next versions for. */
export interface Filled {
  readonly templateId: string;
  readonly draftId: string;
  readonly completeId: string;
}

const DEFINITION = {
  pages: [
    {
      name: 'p1',
      elements: [
        { type: 'text', name: 'site', title: 'Site', isRequired: true },
        { type: 'text', name: 'count', title: 'Count', inputType: 'number' },
        { type: 'comment', name: 'notes' },
      ],
    },
  ],
};
const SITES = ['Lighthouse', 'Mole', 'Quay 7', 'Dry dock', 'Ropewalk', 'Slipway'];

export async function fillIn(server: KilledServer, way: Way): Promise<Filled> {
  const token = await fetchToken(server, way);
  const send = (method: string, path: string, body?: Call['body']) =>
    ok(server.request(method, path, { token, ...(body !== undefined && { body }) }));
  const userIds = await provision(send);
  const cookie = await signIn(server, way);
  const browse = (method: string, path: string, body?: Call['body']) =>
    ok(
      server.request(method, path, {
        token: null,
        headers: { 'sec-fetch-site': 'same-origin', cookie },
        ...(body !== undefined && { body }),
      }),
    );
  const made = await browse('POST', '/app/v1/templates', {
    name: 'Inspection',
    definition: DEFINITION,
    openToAll: true,
  });
  const templateId = String(made.at('id'));
  await browse('POST', `/app/v1/templates/${templateId}/publish`, {});
  const forms: string[] = [];
  for (const [count, site] of SITES.entries()) {
    const fields = { site: { text: site }, count: { value: count } };
    const form = await send('POST', '/v2/formz', {
      templateId,
      fields,
      assignment: { type: 'User', id: userIds[count % userIds.length] },
    });
    forms.push(String(form.at('id')));
  }
  const [draftId = '', completeId = '', reopenedId = '', deletedId = ''] = forms;
  for (const id of [completeId, reopenedId]) {
    await send('POST', `/v2/formz/${id}/status`, { status: 'complete' });
  }
  await send('POST', `/v2/formz/${reopenedId}/status`, { status: 'draft' });
  await send('DELETE', `/v2/formz/${deletedId}`);
  return { templateId, draftId, completeId };
}

type Send = (method: string, path: string, body?: Call['body']) => Promise<Answer>;

async function provision(send: Send): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const name of ['ada', 'grace', 'mary', 'joan']) {
    const user = await send('POST', '/scim/v2/Users', {
      userName: `${name}@harbour.example`,
      displayName: name,
      emails: [{ value: `${name}@harbour.example`, type: 'work', primary: true }],
    });
    ids.push(String(user.at('id')));
  }
  const group = await send('POST', '/scim/v2/Groups', {
    displayName: 'Inspectors',
    members: ids.map((value) => ({ value })),
  });
  await send('PATCH', `/scim/v2/Groups/${group.at('id')}`, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'remove', path: `members[value eq "${ids.at(-1)}"]` }],
  });
  await send('DELETE', `/scim/v2/Users/${ids.at(-1)}`);
  return ids.slice(0, -1);
}

async function fetchToken(server: KilledServer, way: Way): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    scope: 'public_api',
    client_id: way.clientId,
    client_secret: way.clientSecret,
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const call = { body: form.toString(), headers, token: null };
  return String((await ok(server.request('POST', '/connect/token', call))).at('access_token'));
}

async function signIn(server: KilledServer, { code }: Way): Promise<string> {
  const answer = await ok(
    server.request('POST', '/app/v1/session', {
      token: null,
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { userName: `${code}/admin`, password: PASSWORD },
    }),
  );
  return /__Host-sid=[^;]*/.exec(answer.headers['set-cookie'] ?? '')?.[0] ?? '';
}

async function ok(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status < 300) return answer;
  throw new Error(`${answer.status} ${answer.text}`);
}
