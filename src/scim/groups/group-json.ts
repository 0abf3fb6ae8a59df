import type { Database } from '#db/database.ts';
import type { Group, Member } from '#directory/index.ts';
import {
  buildResource,
  formatTag,
  groupType,
  includes,
  type JsonObject,
  type Projection,
  project,
  projectElement,
  resourceLocation,
  userType,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';

/** The number of members read at a time, which bounds the memory that a request needs for a large group. */
const MEMBER_PAGE = 1000;
/** The number of groups whose first members are read in parallel. */
const GROUPS_AT_ONCE = 8;

/**
 * Returns the entity tag of a group: the stored version, which counts each change of its membership, then the number of
 * times that one of its members was renamed.
 */
export const groupTag = ({ version, renames }: Pick<Group, 'version' | 'renames'>): string =>
  formatTag(version, renames === 0 ? undefined : String(renames));

/** What is needed to show groups. */
export type GroupJsonDeps = Pick<ScimDeps, 'directory' | 'types' | 'publicUrl'> & {
  readonly db: Pick<Database, 'reader'>;
};

/** Yields one group as JSON text in pieces, with all its members unless the projection excludes them. */
export async function* groupJson(
  deps: GroupJsonDeps,
  group: Group,
  projection: Projection,
): AsyncGenerator<string> {
  const shown = includes(projection, 'members');
  yield* groupText(
    deps,
    group,
    projection,
    shown ? await readPage(deps, group, undefined) : undefined,
  );
}

/** Yields several groups as the elements of a JSON array, in the given order. */
export async function* groupsJson(
  deps: GroupJsonDeps,
  groups: readonly Group[],
  projection: Projection,
): AsyncGenerator<string> {
  const shown = includes(projection, 'members');
  for (let i = 0; i < groups.length; i += GROUPS_AT_ONCE) {
    const some = groups.slice(i, i + GROUPS_AT_ONCE);
    const pages = await Promise.all(
      some.map((group) => (shown ? readPage(deps, group, undefined) : undefined)),
    );
    for (const [j, group] of some.entries()) {
      if (i + j > 0) yield ',';
      yield* groupText(deps, group, projection, pages[j]);
    }
  }
}

/** Yields one group; `first` is undefined when its members are not shown. */
async function* groupText(
  deps: GroupJsonDeps,
  group: Group,
  projection: Projection,
  first: readonly Member[] | undefined,
): AsyncGenerator<string> {
  const baseUrl = scimBaseUrl(deps);
  const head = JSON.stringify(project(groupHead(group, deps), projection)).slice(0, -1);
  if (!first) {
    yield `${head}}`;
    return;
  }
  // `schemas` is always shown, so `members` never comes first and a comma is always needed.
  let separator = `${head},"members":[`;
  for await (const page of pagesOf(deps, group, first)) {
    const text = membersText(page, baseUrl, projection);
    if (text === '') continue;
    yield `${separator}${text}`;
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

async function* pagesOf(
  deps: GroupJsonDeps,
  group: Group,
  first: readonly Member[],
): AsyncGenerator<readonly Member[]> {
  let page = first;
  yield page;
  while (page.length === MEMBER_PAGE) {
    page = await readPage(deps, group, page.at(-1)?.id);
    yield page;
  }
}

function readPage(
  { db, directory }: GroupJsonDeps,
  group: Group,
  after: string | undefined,
): Promise<readonly Member[]> {
  return directory.readMembers(db.reader, group.accountId, group.id, after, MEMBER_PAGE);
}

function groupHead(group: Group, deps: GroupJsonDeps): JsonObject {
  const baseUrl = scimBaseUrl(deps);
  return buildResource(deps.types.group, {
    baseUrl,
    id: group.id,
    created: new Date(group.createdAt).toISOString(),
    lastModified: new Date(group.updatedAt).toISOString(),
    version: groupTag(group),
    attributes: group.attributes,
  });
}

/** Returns the elements of the array as JSON, without the brackets. */
function membersText(members: readonly Member[], baseUrl: string, projection: Projection): string {
  const shown = members.flatMap(({ id, type, display }) => {
    const element = {
      value: id,
      $ref: resourceLocation(type === 'User' ? userType : groupType, baseUrl, id),
      type,
      ...(display !== undefined && { display }),
    };
    return projectElement(projection, 'members', element) ?? [];
  });
  return JSON.stringify(shown).slice(1, -1);
}
