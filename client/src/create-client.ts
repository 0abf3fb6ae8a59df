import { type AnswerStream, type AnswersQuery, openAnswers } from './answers.ts';
import { type CallOptions, createCaller } from './caller.ts';
import { type AssignmentChange, type Changes, type ChangesOptions, changesOf } from './changes.ts';
import { download, openPdf, type Upload, upload } from './files.ts';
import type { Attachment } from './generated/api.ts';
import type {
  Arguments,
  ItemOf,
  ListOptions,
  ListPath,
  Method,
  OperationOf,
  OptionsOf,
  PathOf,
  ResultOf,
} from './operation-types.ts';
import type { ClientOptions } from './options.ts';
import { itemsOf, type ListPage, pagesOf } from './pages.ts';

/** Sends a request and returns the JSON of its answer; undefined if the answer is empty. */
export type Call<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...args: Arguments<OptionsOf<OperationOf<M, P>>>
) => Promise<ResultOf<OperationOf<M, P>>>;

export interface SignalOption {
  readonly signal?: AbortSignal;
}

/** Every method throws `FormsteadError` and nothing else, but `TypeError` for options of the wrong form. */
export interface Client {
  readonly get: Call<'get'>;
  readonly post: Call<'post'>;
  readonly put: Call<'put'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;

  /** All items of a list: `for await (const form of client.items('/v2/formz'))`. */
  items<P extends ListPath>(
    path: P,
    ...args: Arguments<ListOptions<P>>
  ): AsyncIterableIterator<ItemOf<P>>;

  /** The pages of a list, with the number of all items. */
  pages<P extends ListPath>(
    path: P,
    ...args: Arguments<ListOptions<P>>
  ): AsyncIterableIterator<ListPage<ItemOf<P>>>;

  /** What changed since a cursor, to keep a copy of all forms. */
  changes(options?: ChangesOptions): AsyncIterableIterator<Changes>;
  /** Yields the changes of assignments, likewise. */
  assignmentChanges(options?: ChangesOptions): AsyncIterableIterator<Changes<AssignmentChange>>;

  /** All answers of a template in one response, which is read while it is sent. */
  answers(
    templateId: string,
    options?: SignalOption & { readonly query?: AnswersQuery },
  ): Promise<AnswerStream>;

  /** Uploads a file for a field. Then write the id of the file into the field. */
  uploadAttachment(formId: string, file: Upload): Promise<Attachment>;

  /** Opens a file. Read it by `arrayBuffer()`, `blob()` or `body`. */
  downloadAttachment(
    formId: string,
    attachmentId: string,
    options?: SignalOption,
  ): Promise<Response>;

  /** Exports a form as PDF: starts the export, waits for it, and opens the file. */
  exportPdf(formId: string, options?: SignalOption): Promise<Response>;
}

/**
 * Makes a client of one instance, which acts as the user of one API credential. It asks for a token when it needs one.
 * @throws TypeError if `baseUrl` or `tokenUrl` is not an https address, or options contradict each other
 */
export function createClient(options: ClientOptions): Client {
  const caller = createCaller(options);
  const json = async (method: Method, path: string, asked?: CallOptions) => {
    const { body } = await caller.call(method, path, asked);
    return body;
  };
  return {
    get: (path, ...[asked]) => json('get', path, asked),
    post: (path, ...[asked]) => json('post', path, asked),
    put: (path, ...[asked]) => json('put', path, asked),
    patch: (path, ...[asked]) => json('patch', path, asked),
    delete: (path, ...[asked]) => json('delete', path, asked),
    items: (path, ...[asked]) => itemsOf(caller, path, asked ?? {}),
    pages: (path, ...[asked]) => pagesOf(caller, path, asked ?? {}),
    changes: (asked = {}) => changesOf(caller, '/v2/formz', asked),
    assignmentChanges: (asked = {}) => changesOf(caller, '/v2/assignments', asked),
    answers: (id, { query = {}, signal } = {}) => openAnswers(caller, id, query, signal),
    uploadAttachment: (formId, file) => upload(caller, formId, file),
    downloadAttachment: (formId, id, { signal } = {}) => download(caller, formId, id, signal),
    exportPdf: (formId, { signal } = {}) => openPdf(caller, formId, signal),
  };
}
