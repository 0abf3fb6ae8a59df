import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GroupList, UserList } from '#administration/app-types.ts';
import type { LogItem } from '#provisioning/app-types.ts';
import { get } from '../../api/client.ts';
import { GROUPS } from '../../api/groups.ts';
import { USERS } from '../../api/users.ts';

interface Found {
  readonly path: string;
  readonly name: string;
}

/** Compares names almost like the server, which is good enough for a link. */
const isSame = (one: string, other: string): boolean => likenessOf(one) === likenessOf(other);

const likenessOf = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Finds the user or group that already has the name that a rejected request asked for. */
export function useInTheWay({ code, resourceName = '' }: LogItem): Found | undefined {
  const kind = code === 'group-name-taken' ? 'groups' : 'users';
  const isTaken = ['user-name-taken', 'break-glass-user', 'group-name-taken'].includes(code ?? '');
  const { data } = useQuery({
    queryKey: ['in-the-way', kind, resourceName],
    queryFn: () => (kind === 'users' ? findUser(resourceName) : findGroup(resourceName)),
    enabled: isTaken && resourceName !== '',
  });
  return data ?? undefined;
}

async function findUser(name: string): Promise<Found | null> {
  const { items } = await get<UserList>(USERS, { q: name, limit: 20 });
  const found = items.find(({ userName }) => isSame(userName, name));
  if (found === undefined) return null;
  const { id, displayName, userName } = found;
  return { path: `/settings/users/${id}`, name: displayName ?? userName };
}

async function findGroup(name: string): Promise<Found | null> {
  const { items } = await get<GroupList>(GROUPS, { q: name, limit: 20 });
  const found = items.find((group) => isSame(group.displayName, name));
  return found === undefined
    ? null
    : { path: `/settings/groups/${found.id}`, name: found.displayName };
}

/** A link to the user or group that has the name already. */
export const InTheWay = ({ path, name }: Found) => (
  <Anchor component={Link} to={path} inherit>
    {name}
  </Anchor>
);
