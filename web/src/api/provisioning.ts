import { queryOptions } from '@tanstack/react-query';
import type {
  ConnectionTest,
  Provisioning,
  RoleMappingList,
  SeenAttributes,
} from '#provisioning/app-types.ts';
import { ApiError, call, get } from './client.ts';
import { confirmed } from './confirmation.ts';
import { queryClient } from './query-client.ts';

export const PROVISIONING = '/app/v1/provisioning';

export const provisioningQuery = queryOptions({
  queryKey: [PROVISIONING],
  queryFn: () => get<Provisioning>(PROVISIONING),
});

export const roleMappingsQuery = queryOptions({
  queryKey: ['role-mappings'],
  queryFn: () => get<RoleMappingList>(`${PROVISIONING}/role-mappings`),
});

export const seenAttributesQuery = queryOptions({
  queryKey: ['seen-attributes'],
  queryFn: () => get<SeenAttributes>(`${PROVISIONING}/attributes`),
});

interface StateChange {
  readonly state: Provisioning['state'];
  /** The safeguard lets every change through for a while. */
  readonly allowLargeChange?: boolean;
}

export const changeState = (change: StateChange) =>
  remembered(() => call<Provisioning>('PUT', `${PROVISIONING}/state`, change));

interface Settings
  extends Partial<
    Pick<
      Provisioning,
      'retentionDays' | 'keepsOmittedMembers' | 'managersByName' | 'restoresByExternalId'
    >
  > {
  readonly guard?: Partial<Provisioning['guard']>;
}

export const changeSettings = (settings: Settings) =>
  remembered(() => call<Provisioning>('PATCH', PROVISIONING, settings));

export type RoleMapping = RoleMappingList['items'][number];
export type EndedRoleMapping = RoleMappingList['ended'][number];

/** Saves the mappings, unless somebody has changed `base` meanwhile: then it saves nothing and returns what is stored. */
export async function replaceRoleMappings(
  mappings: readonly RoleMapping[],
  base: readonly RoleMapping[],
): Promise<readonly RoleMapping[] | undefined> {
  const sent = { items: mappings.map(toSent), from: base.map(toSent) };
  try {
    const saved = await confirmed(() =>
      call<RoleMappingList>('PUT', `${PROVISIONING}/role-mappings`, sent),
    );
    queryClient.setQueryData(roleMappingsQuery.queryKey, saved);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 412)) throw error;
    return (await queryClient.fetchQuery({ ...roleMappingsQuery, staleTime: 0 })).items;
  }
  await queryClient.invalidateQueries({ queryKey: ['user'] });
  return undefined;
}

export async function dismissEnded(groupId: string): Promise<void> {
  await call('DELETE', `${PROVISIONING}/ended-role-mappings/${groupId}`);
  await queryClient.invalidateQueries({ queryKey: roleMappingsQuery.queryKey });
}

const toSent = ({ groupId, role }: RoleMapping) => ({ groupId, role });

export type TestInput =
  | { readonly token: string }
  | { readonly clientId: string; readonly clientSecret: string };

export const testConnection = (input: TestInput) =>
  call<ConnectionTest>('POST', `${PROVISIONING}/test`, input);

async function remembered(act: () => Promise<Provisioning>): Promise<Provisioning> {
  const changed = await confirmed(act);
  queryClient.setQueryData(provisioningQuery.queryKey, changed);
  return changed;
}
