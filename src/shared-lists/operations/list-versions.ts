import { type FormsDeps, named, readNames, timeOf } from '#form-basics/index.ts';
import { DEFAULT_LIMIT, type ListContext, openCursor, toPage } from '#http/app/list-page.ts';
import { operation } from '#http/operation.ts';
import { requireListRight, selectListVersions } from '#lists/index.ts';
import { VERSION_QUERY, VersionPage } from '#shared-lists/shared-list.shapes.ts';

/** GET /lists/:id/versions: returns what changed the rows of a shared list, newest first. */
export const listVersions = (deps: FormsDeps) =>
  operation({
    method: 'GET',
    path: '/lists/:id/versions',
    right: 'forms.read',
    role: 'designer',
    etag: 'content',
    query: VERSION_QUERY,
    doc: {
      summary: 'List the versions of a shared list',
      tag: 'Lists',
      responses: {
        200: { description: 'A page of versions, newest first.', schema: VersionPage },
        304: 'not modified',
        404: 'no list to use',
      },
    },
    async handle({ principal, params, query }) {
      const { db, seal } = deps;
      const list = await requireListRight(deps, db.reader, principal, params.id, 'manage');
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const { accountId } = principal;
      const context: ListContext = { list: 'list-versions', accountId, terms: [list.id] };
      const [before] = openCursor(seal, context, cursor) ?? [];
      const last = before === undefined ? list.version + 1 : Number(before);
      const rows = await selectListVersions(db.reader, accountId, list.id, last, limit + 1);
      const people = rows.map((row) => row.by_user);
      const names = await readNames(db.reader, accountId, people);
      const body = toPage(seal, context, rows, limit, {
        positionOf: (row) => [String(row.number)],
        toItem: (row) => ({
          number: row.number,
          at: timeOf(Number(row.at)),
          by: named(row.by_user, names),
          via: row.via,
          added: row.added,
          changed: row.changed,
          deactivated: row.deactivated,
          activeRows: row.active_rows,
        }),
      });
      return { status: 200, body: body satisfies VersionPage };
    },
  });
