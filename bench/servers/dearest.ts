// The most expensive requests that the search of `test/budget` found, as an attacker with their own account sends them.
import { type Caller, expectJson, wireRequest } from '../harness/https-call.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
const SCIM = 'application/scim+json';

const repeated = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/**
 * @param call acts as an admin of the attacker's account, and creates one large user there. @returns the requests as
 * text
 */
export async function dearestRequests(
  call: Caller,
  {
    host,
    token,
    large,
    phones,
  }: {
    readonly host: string;
    readonly token: string;
    /** Phone numbers of the large user; a PATCH replaces each of them twice. */
    readonly phones: number;
    /** Size of the largest bodies in bytes; some routes allow 8 MB. */
    readonly large: number;
  },
): Promise<readonly string[]> {
  const phoneNumbers = repeated(phones, (at) => ({ value: `${at}`, type: `${at}` }));
  const person = JSON.stringify({ schemas: [`${CORE}:User`], userName: 'large', phoneNumbers });
  const added = await call('POST', '/scim/v2/Users', { type: SCIM, text: person });
  const user = `/Users/${expectJson(added, 201, 'making a user')['id']}`;
  // The maximum number of operations for a user with all these phone numbers.
  const replacing = repeated(2 * phones - 10, (at) => ({
    op: 'replace',
    path: `phoneNumbers[type eq "${at % phones}"].value`,
    value: `${at}`,
  }));
  const patch = (operations: readonly unknown[]) => ({
    schemas: [`${MESSAGES}:PatchOp`],
    Operations: operations,
  });
  const made = await call('POST', '/scim/v2/Groups', {
    type: SCIM,
    text: JSON.stringify({ schemas: [`${CORE}:Group`], displayName: 'Everybody' }),
  });
  const groupId = String(expectJson(made, 201, 'making a group')['id']);

  const bearer = { host, authorization: `Bearer ${token}` };
  const send = (target: string, body: unknown): string => {
    const sent = JSON.stringify(body);
    const headers = { ...bearer, 'content-type': SCIM, 'content-length': `${sent.length}` };
    return wireRequest(target, headers, sent);
  };
  const unknown = repeated(large / 24, (at) => ({ value: `nobody${at}` }));
  const group = { schemas: [`${CORE}:Group`], displayName: 'Everybody' };
  const filter = encodeURIComponent(repeated(120, (at) => `emails.value co "${at}"`).join(' or '));
  const wrong = 'grant_type=client_credentials&client_id=x&client_secret=x';
  return [
    send(`PATCH /scim/v2${user}`, patch(replacing)),
    // Fails at its last operation.
    send(`PATCH /scim/v2${user}`, patch([...replacing, { op: 'replace', path: 'no' }])),
    send(`PUT /scim/v2/Groups/${groupId}`, { ...group, members: unknown }),
    send(`PUT /scim/v2/Groups/${groupId}`, { ...group, members: unknown.map(() => [{}]) }),
    send('POST /scim/v2/Bulk', {
      schemas: [`${MESSAGES}:BulkRequest`],
      Operations: repeated(Math.min(1000, large / 1000), (at) => ({
        method: 'PATCH',
        path: user,
        data: patch([{ op: 'replace', path: 'title', value: `${at}`.padEnd(large / 1200, 'x') }]),
      })),
    }),
    wireRequest(`GET /scim/v2/Users?filter=${filter}`, bearer),
    wireRequest(`GET /scim/v2/Users?${'count=1&'.repeat(3500)}`, bearer),
    wireRequest('GET /.well-known/openapi.json', { host }),
    wireRequest(
      'POST /connect/token',
      {
        host,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': `${wrong.length}`,
      },
      wrong,
    ),
  ];
}
