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

/** Members read at a time: what a request holds of a group, however large it is. */
const MEMBER_PAGE = 1000;
/** Groups whose first members are read at the same time. */
const GROUPS_AT_ONCE = 8;

/** The entity tag of a group: each change of its membership is a version, so no digest of it is needed. */
export const groupTag = ({ version }: Group): string => formatTag(version);

/** One group as JSON text in pieces, all its members in it unless the projection leaves them out. */
export async function* groupJson(
  deps: ScimDeps,
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

/** Several groups as the elements of a JSON array, in the order given. */
export async function* groupsJson(
  deps: ScimDeps,
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

/** `first` is undefined when members are not shown. */
async function* groupText(
  deps: ScimDeps,
  group: Group,
  projection: Projection,
  first: readonly Member[] | undefined,
): AsyncGenerator<string> {
  const baseUrl = scimBaseUrl(deps);
  const head = JSON.stringify(project(groupHead(group, baseUrl), projection)).slice(0, -1);
  if (!first) {
    yield `${head}}`;
    return;
  }
  const elements = (page: readonly Member[]) =>
    page.flatMap((member) => elementText(member, baseUrl, projection));
  // `schemas` is always shown, so that members never come first.
  let text = `${head},"members":[${elements(first).join()}`;
  let separator = text.endsWith('[') ? '' : ',';
  let page = first;
  while (page.length === MEMBER_PAGE) {
    yield text;
    page = await readPage(deps, group, page.at(-1)?.id);
    const more = elements(page).join();
    text = more === '' ? '' : `${separator}${more}`;
    if (more !== '') separator = ',';
  }
  yield `${text}]}`;
}

function readPage(
  { db, directory }: ScimDeps,
  group: Group,
  after: string | undefined,
): Promise<readonly Member[]> {
  return directory.readMembers(db.reader, group.accountId, group.id, after, MEMBER_PAGE);
}

function groupHead(group: Group, baseUrl: string): JsonObject {
  return buildResource(groupType, {
    baseUrl,
    id: group.id,
    created: new Date(group.createdAt).toISOString(),
    lastModified: new Date(group.updatedAt).toISOString(),
    version: groupTag(group),
    attributes: group.attributes,
  });
}

function elementText(
  { id, type, display }: Member,
  baseUrl: string,
  projection: Projection,
): readonly string[] {
  const element = {
    value: id,
    $ref: resourceLocation(type === 'User' ? userType : groupType, baseUrl, id),
    type,
    ...(display !== undefined && { display }),
  };
  const shown = projectElement(projection, 'members', element);
  return shown ? [JSON.stringify(shown)] : [];
}
