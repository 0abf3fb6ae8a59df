import { Anchor, Text, type TextProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedGroup } from '#administration/app-types.ts';
import type { LogItem } from '#provisioning/app-types.ts';
import { GROUPS } from '#web/api/groups.ts';
import { Sentence, SLOT } from '#web/components/sentence.tsx';
import { readOn } from '#web/lists/read-on.ts';
import { useTranslation } from '#web/texts/texts.ts';

type Holder = NonNullable<LogItem['holder']>;

/** Of the groups whose names have words that begin like those of the one that is looked for. */
const MOST_READ = 1000;

/** Compares names almost like the server, which is good enough for a link. */
const isSame = (one: string, other: string): boolean => likenessOf(one) === likenessOf(other);

const likenessOf = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns the user or group that has the value which a rejected request asked for; a group is looked up by its name. */
export function useInTheWay({ code, holder, resourceName = '' }: LogItem): Holder | undefined {
  const { data } = useQuery({
    queryKey: ['in-the-way', resourceName],
    queryFn: () => findGroup(resourceName),
    enabled: code === 'group-name-taken' && holder === undefined && resourceName !== '',
  });
  return holder ?? data ?? undefined;
}

async function findGroup(name: string): Promise<Holder | null> {
  const { items } = await readOn<ListedGroup>(GROUPS, { q: name }, MOST_READ);
  const found = items.find((group) => isSame(group.displayName, name));
  return found === undefined
    ? null
    : { id: found.id, name: found.displayName, resourceType: 'Group' };
}

/** Says who has the value, with a link. */
export function InTheWay({ holder, ...style }: { readonly holder: Holder } & TextProps) {
  const { t } = useTranslation();
  const { id, name, resourceType, active } = holder;
  const text = active === false ? 'log.conflictWithInactive' : 'log.conflictWith';
  return (
    <Text {...style}>
      <Sentence text={t(text, { link: SLOT })}>
        <Anchor
          component={Link}
          to={`/settings/${resourceType === 'Group' ? 'groups' : 'users'}/${id}`}
          inherit
        >
          {name}
        </Anchor>
      </Sentence>
    </Text>
  );
}
