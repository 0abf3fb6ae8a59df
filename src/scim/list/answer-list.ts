import type { Reply, Request } from '#http/endpoint.ts';
import { letOthersIn } from '#kernel/in-turns.ts';
import {
  cursorListResponse,
  type ListOrder,
  listResponse,
  type Paging,
  pageEnds,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { wholeOrStream } from '#scim/whole-or-stream.ts';
import { findPage, type PageRequest, type ResourcePage } from './find-page.store.ts';
import type { Listing } from './listing.ts';
import { type Traversal, traversalOf } from './traversal.ts';
import { windowsOf } from './windows.store.ts';

/** Some resources of a page, read far enough to know that they still exist. */
export interface LoadedResources {
  has(id: string): boolean;
  /** Returns the resources as JSON text, separated by commas, in the order of the ids. */
  json(ids: readonly string[]): AsyncIterable<string>;
}

export type Loader = (ids: readonly string[]) => Promise<LoadedResources>;

/** The resources to list, how to load them, and the requested page. */
export interface ListQuery {
  /** The resource type, or '' for all types; a cursor is valid only in its own scope. */
  readonly scope: string;
  readonly order: ListOrder;
  readonly paging: Paging;
  readonly sources: readonly { readonly listing: Listing; readonly load: Loader }[];
}

/**
 * Answers a query by index (RFC 7644 §3.4.2) or by cursor (RFC 9865).
 * @throws ScimError `invalidCursor`, `expiredCursor`, `invalidCount`
 * @throws AppError `query-too-slow`, `busy`
 */
export async function answerList(
  deps: ScimDeps,
  request: Request,
  query: ListQuery,
): Promise<Reply> {
  const { paging } = query;
  const found =
    paging.method === 'index'
      ? await indexPage(deps, query, paging)
      : await cursorPage(deps, query, paging, traversalOf(deps, request, query.scope, query.order));
  const text = listJson(deps, request.principal.accountId, found, query.sources);
  return { status: 200, body: await wholeOrStream(text) };
}

interface FoundPage {
  readonly page: ResourcePage;
  /** A list response without its resources. */
  readonly head: object;
}

async function indexPage(
  deps: ScimDeps,
  query: ListQuery,
  { startIndex, count }: Paging & { readonly method: 'index' },
): Promise<FoundPage> {
  const page = await find(deps, query, {
    count,
    from: { offset: startIndex - 1 },
    total: 'always',
  });
  return { page, head: listResponse([], { totalResults: page.totalResults ?? 0, startIndex }) };
}

async function cursorPage(
  deps: ScimDeps,
  query: ListQuery,
  paging: Paging & { readonly method: 'cursor' },
  traversal: Traversal,
): Promise<FoundPage> {
  const { cursor } = paging;
  const opened = cursor === undefined ? undefined : traversal.open({ ...paging, cursor });
  const position = opened?.position;
  const { count = paging.count, direction = 'forward' } = position ?? {};
  const page = await find(deps, query, {
    count,
    from: position ? { position, direction } : { offset: 0 },
    total: opened ? 'cheap' : 'always',
  });
  const totalResults = page.totalResults ?? opened?.totalResults;
  const { next, previous } = pageEnds({
    direction,
    continued: opened !== undefined,
    rows: page.rows,
    more: page.more,
    count,
    issuedAt: deps.clock.now(),
  });
  const head = cursorListResponse([], {
    totalResults,
    nextCursor: next && traversal.seal(next, totalResults),
    previousCursor: previous && traversal.seal(previous, totalResults),
  });
  return { page, head };
}

function find(
  { db }: ScimDeps,
  { sources, order }: ListQuery,
  request: Omit<PageRequest, 'order'>,
): Promise<ResourcePage> {
  const listings = sources.map(({ listing }) => listing);
  return findPage(db, listings, { ...request, order: order.sortOrder });
}

/**
 * Yields the answer, and reads the resources window by window meanwhile, so that a page of large ones holds up nobody
 * and does not wait in memory for a slow client. Resources that were deleted after the page was found are left out; their
 * number is known only at the end.
 */
async function* listJson(
  { db }: ScimDeps,
  accountId: string,
  { page, head }: FoundPage,
  sources: ListQuery['sources'],
): AsyncGenerator<string> {
  const { Resources: _, itemsPerPage: __, ...others } = { Resources: [], itemsPerPage: 0, ...head };
  yield `${JSON.stringify(others).slice(0, -1)},"Resources":[`;
  let shown = 0;
  for (const [i, window] of (await windowsOf(db.reader, accountId, page.rows)).entries()) {
    if (i > 0) await letOthersIn();
    const loaded = await loadWindow(window, sources);
    for (const { resources, ids } of runsOf(window, loaded)) {
      if (shown > 0) yield ',';
      yield* resources.json(ids);
      shown += ids.length;
    }
  }
  yield `],"itemsPerPage":${shown}}`;
}

type Rows = ResourcePage['rows'];
type Loaded = ReadonlyMap<Listing['type'], LoadedResources>;

async function loadWindow(rows: Rows, sources: ListQuery['sources']): Promise<Loaded> {
  const loads = sources.map(async ({ listing: { type }, load }) => {
    const ids = rows.flatMap((row) => (row.type === type ? row.id : []));
    return [type, await load(ids)] as const;
  });
  return new Map(await Promise.all(loads));
}

interface Run {
  readonly resources: LoadedResources;
  readonly ids: readonly string[];
}

/** Groups adjacent rows of one type. */
function runsOf(rows: Rows, loaded: Loaded): readonly Run[] {
  const runs: { readonly resources: LoadedResources; readonly ids: string[] }[] = [];
  for (const { type, id } of rows) {
    const resources = loaded.get(type);
    if (!resources?.has(id)) continue;
    const last = runs.at(-1);
    if (last?.resources === resources) last.ids.push(id);
    else runs.push({ resources, ids: [id] });
  }
  return runs;
}

export const scopeContext = (
  deps: ScimDeps,
  { principal: { accountId } }: Pick<Request, 'principal'>,
) => ({ db: deps.db.reader, accountId, baseUrl: scimBaseUrl(deps), types: deps.types });
