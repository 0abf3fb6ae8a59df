import type { Reply, Request } from '#http/endpoint.ts';
import {
  cursorListResponse,
  type ListOrder,
  listResponse,
  type Paging,
  pageEnds,
} from '#scim/protocol/index.ts';
import { type ScimDeps, scimBaseUrl } from '#scim/scim-deps.ts';
import { wholeOrStream } from '#scim/whole-or-stream.ts';
import { findPage, type Page, type PageRequest } from './find-page.store.ts';
import type { Listing } from './listing.ts';
import { type Traversal, traversalOf } from './traversal.ts';

/** The resources of a page, read far enough to know that they still exist. */
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
  return { status: 200, body: await wholeOrStream(await listJson(found, query)) };
}

interface FoundPage {
  readonly page: Page;
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
): Promise<Page> {
  const listings = sources.map(({ listing }) => listing);
  return findPage(db, listings, { ...request, order: order.sortOrder });
}

/** Loads the resources before the first text, so that an error until then is sent as an error response. */
async function listJson(
  { page, head }: FoundPage,
  { sources }: ListQuery,
): Promise<AsyncIterable<string>> {
  const loaded = new Map(
    await Promise.all(
      sources.map(async ({ listing: { type }, load }) => {
        const ids = page.rows.flatMap((row) => (row.type === type ? row.id : []));
        return [type, await load(ids)] as const;
      }),
    ),
  );
  // Resources that were deleted after the page was found are left out.
  const rows = page.rows.filter(({ type, id }) => loaded.get(type)?.has(id));
  const { Resources: _, ...others } = { Resources: [], ...head };
  const opening = JSON.stringify({ ...others, itemsPerPage: rows.length });
  return textOf(`${opening.slice(0, -1)},"Resources":[`, runsOf(rows), loaded);
}

type Rows = Page['rows'];

async function* textOf(
  opening: string,
  runs: readonly Rows[],
  loaded: ReadonlyMap<Listing['type'], LoadedResources>,
): AsyncGenerator<string> {
  yield opening;
  for (const [i, run] of runs.entries()) {
    const [first] = run;
    const resources = first && loaded.get(first.type);
    if (!resources) continue;
    if (i > 0) yield ',';
    yield* resources.json(run.map(({ id }) => id));
  }
  yield ']}';
}

/** Groups adjacent rows of one type. */
function runsOf(rows: Rows): readonly Rows[] {
  const runs: Page['rows'][number][][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last?.[0]?.type === row.type) last.push(row);
    else runs.push([row]);
  }
  return runs;
}

export const scopeContext = (
  deps: ScimDeps,
  { principal: { accountId } }: Pick<Request, 'principal'>,
) => ({ db: deps.db.reader, accountId, baseUrl: scimBaseUrl(deps), types: deps.types });
