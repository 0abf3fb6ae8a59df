// Simulates an identity provider: users one by one and in Bulk, and groups.
import { BULK_REQUEST } from '../support/scim-bulk.ts';
import { between } from '../support/seeded.ts';
import { type Step, sendStep, type Work } from './recorded-requests.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const BULK_SIZE = 12;

export const scim = (body: object) => ({
  body,
  headers: { 'content-type': 'application/scim+json' },
});
export const patch = (...Operations: readonly object[]) => scim({ schemas: [PATCH], Operations });
export const user = (userName: string, title: string) => ({ schemas: [USER], userName, title });

/** Creates one user, changes it by PATCH and PUT, and deletes every third one. */
export async function provision(work: Work, round: string): Promise<void> {
  const name = `user-${round}`;
  const step = (value: string | undefined): readonly Step[] => [{ thing: `user ${name}`, value }];
  const create = scim(user(name, 'made'));
  const made = await sendStep(work, step('made'), ['POST', '/scim/v2/Users', create]);
  const path = `/scim/v2/Users/${String(made.at('id'))}`;
  const title = patch({ op: 'replace', path: 'title', value: 'patched' });
  await sendStep(work, step('patched'), ['PATCH', path, title]);
  await sendStep(work, step('put'), ['PUT', path, scim(user(name, 'put'))]);
  if (between(work.random, 0, 2) === 0) await sendStep(work, step(undefined), ['DELETE', path, {}]);
}

/** Creates users, and a group of all of them. */
export async function provisionInBulk(work: Work, round: string): Promise<void> {
  const names = Array.from({ length: BULK_SIZE }, (_, index) => `bulk-${round}-${index}`);
  const users = names.map((name) => ({
    method: 'POST',
    path: '/Users',
    bulkId: name,
    data: user(name, 'made'),
  }));
  const members = names.map((name) => ({ value: `bulkId:${name}` }));
  const displayName = `bulk-${round}`;
  const group = {
    method: 'POST',
    path: '/Groups',
    bulkId: displayName,
    data: { schemas: [GROUP], displayName, members },
  };
  const steps = names.map((name) => ({ thing: `user ${name}`, value: 'made' }));
  const ofGroup = { thing: `group ${displayName}`, value: groupValue(names) };
  const body = { schemas: [BULK_REQUEST], Operations: [...users, group] };
  await sendStep(work, [...steps, ofGroup], ['POST', '/scim/v2/Bulk', scim(body)]);
}

/** Returns the ledger's value of a group: its members. */
export const groupValue = (userNames: readonly string[]): string =>
  `of ${userNames.toSorted().join(' ')}`;

/** Creates one group, changes its members by PATCH and PUT, and deletes every third one. */
export async function changeGroups(work: Work, round: string): Promise<void> {
  const displayName = `team-${round}`;
  const step = (...userNames: readonly string[]): readonly Step[] => [
    { thing: `group ${displayName}`, value: groupValue(userNames) },
  ];
  const [ada, bo, cy] = [`${displayName}-ada`, `${displayName}-bo`, `${displayName}-cy`];
  const add = async (name: string): Promise<{ readonly value: string }> => {
    const step = { thing: `user ${name}`, value: 'made' };
    const create = scim(user(name, 'made'));
    const made = await sendStep(work, [step], ['POST', '/scim/v2/Users', create]);
    return { value: String(made.at('id')) };
  };
  const members = [await add(ada), await add(bo), await add(cy)] as const;
  const [first, second, third] = members;
  const group = (...of: readonly object[]) => scim({ schemas: [GROUP], displayName, members: of });
  const made = await sendStep(work, step(ada), ['POST', '/scim/v2/Groups', group(first)]);
  const path = `/scim/v2/Groups/${String(made.at('id'))}`;
  const more = patch({ op: 'add', path: 'members', value: [second, third] });
  await sendStep(work, step(ada, bo, cy), ['PATCH', path, more]);
  const fewer = patch({ op: 'remove', path: `members[value eq "${first.value}"]` });
  await sendStep(work, step(bo, cy), ['PATCH', path, fewer]);
  const others = patch(
    { op: 'remove', path: `members[value eq "${second.value}"]` },
    { op: 'add', path: 'members', value: [first] },
  );
  await sendStep(work, step(ada, cy), ['PATCH', path, others]);
  await sendStep(work, step(ada, bo), ['PUT', path, group(first, second)]);
  if (between(work.random, 0, 2) !== 0) return;
  const gone = { thing: `group ${displayName}`, value: undefined };
  await sendStep(work, [gone], ['DELETE', path, {}]);
}
