import { Type } from 'typebox';
import { findDocument, findPaper, noDocument, numberFields } from '#documents/index.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { type DocumentAsked, drawDocument } from '#exports/write-document.ts';
import { normaliseId, readTimeZone, type Template } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { longestAnswers } from '#questionnaires/answers/longest-answers.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { localeOf } from '#questionnaires/reading/questions.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { requireTemplateRight } from '#templates/index.ts';

const TIMEOUT_MS = 30_000;

const QUERY = Type.Object(
  {
    show: Type.Optional(
      Type.Union([Type.Literal('answers'), Type.Literal('numbers')], {
        description:
          '`answers`: answers of the length that people may write. `numbers`: the number of each field of the PDF, from 1.',
      }),
    ),
  },
  { additionalProperties: false },
);

type Deps = Pick<ExportsDeps, 'db' | 'directory' | 'engine' | 'pdfs' | 'documentPress'>;

/** GET /app/v1/templates/:id/documents/:documentId/trial: prints long answers, or numbers, onto a document of the draft. */
export const printDocumentTrial = (deps: Deps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/templates/:id/documents/:documentId/trial',
    role: 'designer',
    query: QUERY,
    doc: {
      summary: 'Print a document with the longest answers',
      tag: 'Templates',
      description:
        'Nothing is stored. It shows which boxes are too small: their answers are in an annex.',
      responses: {
        200: { description: 'The PDF, as a download.', mediaType: 'application/pdf' },
        403: 'template not managed',
        404: 'no document',
      },
    },
    async handle({ principal, params, query }) {
      const { db, directory } = deps;
      const { reader } = db;
      const template = await requireTemplateRight(
        reader,
        directory,
        principal,
        params.id,
        'manage',
      );
      const { accountId, id: templateId } = template;
      const document = await findDocument(
        reader,
        { accountId, templateId },
        normaliseId(params.documentId) ?? '',
      );
      if (!document) throw noDocument();
      const isNumbered = query.show === 'numbers';
      const paper = isNumbered && (await findPaper(reader, accountId, document.paperId));
      const asked = {
        ...{ accountId, templateId, title: template.name },
        document: paper ? { ...document, layout: numberFields(paper) } : document,
        facts: { number: '1000', name: template.name, sent: '2028-12-28 22:58', by: template.name },
        ...(isNumbered
          ? { locale: 'en' as const, answers: [] }
          : await longAnswersTo(deps, template)),
        ...{ files: {}, images: async () => undefined, signal: AbortSignal.timeout(TIMEOUT_MS) },
      };
      const { bytes } = await drawDocument(deps, asked).catch((cause: unknown) => {
        const text = 'The document could not be drawn. Use a smaller PDF.';
        throw fail('form-check-failed', text, { cause });
      });
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="trial.pdf"',
          'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
          'cache-control': 'private, no-store',
        },
        body: bytes,
      };
    },
  });

async function longAnswersTo(
  { db, engine }: Deps,
  { accountId, draftDefinition }: Template,
): Promise<Pick<DocumentAsked, 'locale' | 'answers'>> {
  const definition = outsideDefinition(draftDefinition);
  const locale = localeOf(definition);
  const shapes = shapesOf(definition);
  const { answers } = guardAnswers(shapes, longestAnswers(shapes));
  const timeZone = await readTimeZone(db.reader, accountId);
  const read = await readAnswers(
    { engine: engine.of(accountId), timeZone },
    readable(definition, locale),
    { status: 'draft', answers },
  );
  return { locale, answers: read.answers };
}
