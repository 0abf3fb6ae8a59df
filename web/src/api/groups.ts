import { queryOptions } from '@tanstack/react-query';
import type { GroupConsequences, GroupDetail } from '#administration/app-types.ts';
import { call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';

export const GROUPS = '/app/v1/groups';
export const membersOf = (id: string): string => `${GROUPS}/${id}/members`;

export const groupQuery = (id: string) =>
  queryOptions({ queryKey: ['group', id], queryFn: () => get<GroupDetail>(`${GROUPS}/${id}`) });

/** Reads what names a group, each time that somebody asks. */
export const groupConsequencesQuery = (id: string) =>
  queryOptions({
    queryKey: ['group-consequences', id],
    queryFn: () => get<GroupConsequences>(`${GROUPS}/${id}/consequences`),
    staleTime: 0,
    gcTime: 0,
  });

export const createGroup = (displayName: string) =>
  change(() => call<GroupDetail>('POST', GROUPS, { displayName }));

export const renameGroup = (id: string, displayName: string) =>
  change(() => call<GroupDetail>('PATCH', `${GROUPS}/${id}`, { displayName }));

export const deleteGroup = (id: string) => change(() => call('DELETE', `${GROUPS}/${id}`));

export const addMember = (id: string, memberId: string) =>
  change(() => call('POST', membersOf(id), { add: [memberId] }), id);

export const removeMember = (id: string, memberId: string) =>
  change(() => call('POST', membersOf(id), { remove: [memberId] }), id);

async function change<T>(act: () => Promise<T>, id?: string): Promise<T> {
  const result = await confirmed(act);
  const changed = [[GROUPS], ['group'], ...(id === undefined ? [] : [[membersOf(id)]])];
  await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  return result;
}
