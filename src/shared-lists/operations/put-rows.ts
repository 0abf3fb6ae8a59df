import { actorOfCall, type FormActor } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { createFairGate } from '#kernel/fair-gate.ts';
import { behalfIn } from '#kernel/on-behalf.ts';
import { SHARES } from '#kernel/shares.ts';
import { LIST_LIMITS, requireListRight } from '#lists/index.ts';
import type { ListsEndpointDeps } from '#shared-lists/lists-endpoint-deps.ts';
import { FILE_QUERY, ImportReport } from '#shared-lists/shared-list.shapes.ts';

/** PUT /lists/:id/rows: replaces all rows of a shared list by those of a file, or says what that would do. */
export const putRows = (deps: ListsEndpointDeps) => {
  const receive = createReceiver(deps);
  return operation({
    method: 'PUT',
    path: '/lists/:id/rows',
    right: 'lists',
    role: 'designer',
    query: FILE_QUERY,
    file: { mediaTypes: ['text/csv'], maxBodyBytes: LIST_LIMITS.bytes },
    doc: {
      summary: 'Replace all rows by those of a file',
      tag: 'Lists',
      description: [
        'The body is CSV in UTF-8, with commas, semicolons or tabs. Its first row names each column of the list,',
        'by its label or its key, in any order. Rows that the file lacks become inactive: they can no longer be',
        'chosen, and answers keep them. Either all rows are stored or none: with any fault, the answer is 422.',
        `A list has at most ${LIST_LIMITS.rows} rows, and a cell ${LIST_LIMITS.cell} characters.`,
      ].join('\n'),
      responses: {
        200: {
          description: 'What was stored; with `preview`, what would be, and all faults.',
          schema: ImportReport,
        },
        404: 'no list to use',
        409: { description: 'Somebody else is writing rows of the list (`list-busy`).' },
        412: 'rows changed',
        422: { description: 'The rows are not valid. `faults` names each row and column.' },
      },
    },
    async handle(call) {
      const { preview = false, version: ifVersion } = call.query;
      const how = { preview, ifVersion };
      const body = await receive(actorOfCall(call), call.params.id, call.bytes, how);
      return { status: 200, body };
    },
  });
};

/**
 * The file is received as a whole before it waits for its turn to be read: one that comes slowly holds up no other
 * account. The function throws AppError as `importRows` does, `busy` and `storage-unavailable`.
 */
function createReceiver(deps: ListsEndpointDeps) {
  const gate = createFairGate(
    SHARES.receivingListFiles.shares,
    'Other files of this organisation are being received. Try again in a moment.',
  );
  return async (
    by: FormActor,
    id: string,
    bytes: AsyncIterable<Uint8Array> = nothing(),
    how: { readonly preview: boolean; readonly ifVersion: number | undefined },
  ): Promise<ImportReport> => {
    await requireListRight(deps, deps.db.reader, by, id, 'manage');
    const limits = { maxBytes: LIST_LIMITS.bytes };
    const report = await gate.run(behalfIn(by.accountId), () =>
      deps.files.spool(bytes, limits, (pieces) => deps.lists.importRows(by, id, pieces, how)),
    );
    const { added, changed, deactivated } = report.examples;
    return {
      ...report,
      faults: report.faults.map((fault) => ({ ...fault })),
      examples: { added: [...added], changed: [...changed], deactivated: [...deactivated] },
    };
  };
}

async function* nothing(): AsyncIterable<Uint8Array> {}
