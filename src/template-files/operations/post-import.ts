import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { listsHere } from '#template-files/file-rules.ts';
import { MAX_IMPORT_BYTES } from '#template-files/import-reader.ts';
import { withMadeLists } from '#template-files/make-lists.ts';
import { matchLists, withListNotes, withMatched } from '#template-files/match-lists.ts';
import { describeWritten } from '#templates/index.ts';
import { IMPORT_QUERY, ImportedTemplate } from './import.shapes.ts';
import { fileTooLarge, IMPORT_TYPES, type ImportsDeps, readUpload } from './import-request.ts';

/** The name of a template whose file has none. */
const NAMELESS = 'Imported template';

/** POST /templates/import: creates a draft from an XLSForm or an exported template. */
export const postImport = (deps: ImportsDeps) =>
  operation({
    method: 'POST',
    path: '/templates/import',
    right: 'templates',
    role: 'designer',
    file: {
      mediaTypes: IMPORT_TYPES,
      maxBodyBytes: MAX_IMPORT_BYTES,
      bodyTooLarge: fileTooLarge,
    },
    query: IMPORT_QUERY,
    etag: 'none',
    doc: {
      summary: 'Import a template',
      tag: 'Templates',
      description:
        'An XLSForm (.xlsx or .xls) or an exported template (.json). Lists of choices that are too long for a template become shared lists.',
      responses: {
        201: {
          description: 'The draft, and what is not as in the file.',
          schema: ImportedTemplate,
        },
        413: 'file above 10 MiB',
        422: { description: '`import-refused`: nothing of the file can be used.' },
      },
    },
    async handle(call) {
      const by = actorOfCall(call);
      const { name: wanted, lists = '' } = call.query;
      const read = await readUpload(deps, call);
      const named = await matchLists(deps, deps.db.reader, by, read, choicesIn(lists));
      const { description, namePattern, name = NAMELESS } = read;
      const { template, notes, noteCount } = await withMadeLists(deps, by, named, async (all) => {
        const definition = withMatched(read.definition, all);
        const input = { name: wanted ?? name, description, namePattern, definition };
        const made = await deps.db.transaction(async (tx) => {
          const template = await deps.forms.createTemplate(tx, by, input);
          await deps.fileRules.create(tx, by, template.id, read.rules ?? [], listsHere(all));
          return describeWritten(tx, deps.directory, by, template);
        });
        return { ...withListNotes(read, all), template: made };
      });
      const body = { template, notes: notes.map((note) => ({ ...note })), noteCount };
      return { status: 201, body: body satisfies ImportedTemplate };
    },
  });

/** Returns the chosen lists by their ids in the file; undefined for one that gets none. */
const choicesIn = (lists: string): ReadonlyMap<string, string | undefined> =>
  new Map(
    lists
      .toLowerCase()
      .split(',')
      .filter((choice) => choice !== '')
      .map((choice) => {
        const [id = '', here = ''] = choice.split(':');
        return [id, here === '' ? undefined : here];
      }),
  );
