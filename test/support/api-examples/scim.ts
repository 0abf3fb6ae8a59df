import { CORE_GROUP, CORE_USER, ENTERPRISE, PATCH_OP } from '../scim.ts';
import type { Recorder } from './recorder.ts';

const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';

const ADA = {
  schemas: [CORE_USER, ENTERPRISE],
  userName: 'ada@example.org',
  externalId: '00u1a2b3',
  name: { givenName: 'Ada', familyName: 'Lindqvist' },
  displayName: 'Ada Lindqvist',
  active: true,
  emails: [{ value: 'ada@example.org', type: 'work', primary: true }],
  [ENTERPRISE]: { department: 'Inspections' },
};
const ALAN = {
  userName: 'alan@example.org',
  name: { givenName: 'Alan', familyName: 'Berg' },
  emails: [{ value: 'alan@example.org', type: 'work', primary: true }],
};
const patch = (path: string, value: unknown) => ({
  schemas: [PATCH_OP],
  Operations: [{ op: 'replace', path, value }],
});

/** Users, groups, searches, bulk, discovery and /Me. */
export async function recordScim(recorder: Recorder): Promise<void> {
  const { call } = recorder;
  const made = await call('POST /scim/v2/Users', 201, { body: ADA });
  const ids = { id: String(made.at('id')) };
  await call('POST /scim/v2/Users', 409, { body: ADA });
  await call('POST /scim/v2/Users', 400, { body: {} });
  const named = encodeURIComponent('userName eq "ada@example.org"');
  await call('GET /scim/v2/Users', 200, { query: `?filter=${named}` });
  await call('GET /scim/v2/Users', 400, { query: '?filter=nonsense' });
  await call('GET /scim/v2/Users/{id}', 200, { ids });
  await call('GET /scim/v2/Users/{id}', 404, { ids: { id: 'nobody' } });
  const titled = { ...ADA, title: 'Inspector' };
  await call('PUT /scim/v2/Users/{id}', 200, { ids, body: titled });
  const stale = { 'if-match': 'W/"999"' };
  await call('PUT /scim/v2/Users/{id}', 412, { ids, body: titled, headers: stale });
  await call('PATCH /scim/v2/Users/{id}', 200, { ids, body: patch('title', 'Lead inspector') });
  const search = { schemas: [`${MESSAGES}:SearchRequest`], filter: 'active eq true', count: 1 };
  const onlyAda = { ...search, filter: 'externalId eq "00u1a2b3"' };
  await call('POST /scim/v2/Users/.search', 200, { body: onlyAda });
  await recordGroups(recorder, ids.id);
  await call('GET /scim/v2', 200, { query: `?filter=${named}` });
  await call('POST /scim/v2/.search', 200, { body: onlyAda });
  const bulk = {
    schemas: [`${MESSAGES}:BulkRequest`],
    Operations: [
      { method: 'POST', path: '/Users', bulkId: 'a', data: ALAN },
      { method: 'PATCH', path: `/Users/${ids.id}`, data: patch('title', 'Inspector') },
    ],
  };
  await call('POST /scim/v2/Bulk', 200, { body: bulk });
  for (const path of ['ServiceProviderConfig', 'Schemas', 'ResourceTypes']) {
    await call(`GET /scim/v2/${path}`, 200);
  }
  await call('GET /scim/v2/Schemas/{id}', 200, { ids: { id: CORE_GROUP } });
  await call('GET /scim/v2/ResourceTypes/{id}', 200, { ids: { id: 'User' } });
  await recordMe(recorder);
  await call('DELETE /scim/v2/Users/{id}', 204, { ids });
}

async function recordGroups({ instance, call }: Recorder, member: string): Promise<void> {
  const crew = {
    schemas: [CORE_GROUP],
    displayName: 'Inspectors',
    members: [{ value: member }],
  };
  const made = await call('POST /scim/v2/Groups', 201, { body: crew });
  const ids = { id: String(made.at('id')) };
  await call('GET /scim/v2/Groups', 200);
  await call('GET /scim/v2/Groups/{id}', 200, { ids });
  const renamed = { ...crew, displayName: 'Dam inspectors' };
  await call('PUT /scim/v2/Groups/{id}', 200, { ids, body: renamed });
  const body = { schemas: [PATCH_OP], Operations: [{ op: 'remove', path: 'members' }] };
  await call('PATCH /scim/v2/Groups/{id}', 204, { ids, body });
  const query = '?attributes=displayName';
  await call('PATCH /scim/v2/Groups/{id}', 200, { ids, query, body: patch('displayName', 'Dams') });
  const search = { schemas: [`${MESSAGES}:SearchRequest`], filter: 'displayName sw "Dam"' };
  await call('POST /scim/v2/Groups/.search', 200, { body: search });
  const spare = await instance.request('POST', '/scim/v2/Groups', {
    body: { displayName: 'Harbour inspectors' },
  });
  await call('DELETE /scim/v2/Groups/{id}', 204, { ids: { id: String(spare.at('id')) } });
}

async function recordMe({ instance, call }: Recorder): Promise<void> {
  const { token } = await instance.addUser('katherine', 'admin');
  const me = { schemas: [CORE_USER], userName: 'katherine', displayName: 'Katherine' };
  await call('GET /scim/v2/Me', 200, { token });
  await call('PUT /scim/v2/Me', 200, { token, body: me });
  await call('PATCH /scim/v2/Me', 200, { token, body: patch('locale', 'en-GB') });
  await call('POST /scim/v2/Me', 409, { token, body: me });
  await call('DELETE /scim/v2/Me', 204, { token });
}
