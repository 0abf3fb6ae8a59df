import { Type } from 'typebox';
import { contentDisposition } from '#attachments/index.ts';
import { blankQuestions } from '#exports/blank-questions.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { fontsOf, pdfBrand } from '#exports/pdf-brand.ts';
import { safeName } from '#exports/safe-name.ts';
import { operation } from '#http/operation.ts';
import { LocaleShape } from '#http/shapes.ts';
import { fail } from '#kernel/errors.ts';
import { questionsOf } from '#questionnaires/reading/questions.ts';
import { staticPartsOf } from '#questionnaires/reading/static-parts.ts';
import { findVersion, requireTemplate } from '#templates/index.ts';

/** The process that draws may have others before. */
const TIMEOUT_MS = 30_000;
const LINE = '_'.repeat(40);

const WORDS = {
  en: { template: 'Template', version: 'Version', by: 'Filled in by', date: 'Date' },
  de: { template: 'Vorlage', version: 'Version', by: 'Ausgefüllt von', date: 'Datum' },
} as const;

/** GET /templates/:id/blank-form: a template to print and fill in by hand. */
export const printBlankForm = ({
  db,
  directory,
  pdfs,
}: Pick<ExportsDeps, 'db' | 'directory' | 'pdfs'>) =>
  operation({
    method: 'GET',
    path: '/templates/:id/blank-form',
    right: 'forms.read',
    query: Type.Object(
      {
        locale: Type.Optional({
          ...LocaleShape,
          default: 'en',
          description: 'The language of the texts, as far as the template has them in it.',
        }),
      },
      { additionalProperties: false },
    ),
    etag: 'none',
    doc: {
      summary: 'Print a blank form',
      tag: 'Templates',
      description:
        'The published version as a PDF to fill in by hand: all questions, those behind conditions too, with lines to write on, boxes to tick and tables with empty rows. What is calculated is left out.',
      responses: {
        200: {
          description: 'The PDF.',
          mediaType: 'application/pdf',
          headers: { 'Content-Disposition': 'Suggests a file name.' },
        },
        400: 'wrong parameter',
        404: 'no template',
        409: {
          description: 'The template is not published (`template-state`).',
          codes: ['template-state'],
        },
      },
    },
    async handle({ principal, params, query: { locale = 'en' } }) {
      const { accountId } = principal;
      const { template } = await requireTemplate(db.reader, directory, principal, params.id);
      const version = await findVersion(db.reader, accountId, template.currentVersionId ?? '');
      if (!version) throw unpublished();
      const words = WORDS[locale];
      const { name } = template;
      const document = {
        title: name,
        ...(await pdfBrand(db.reader, {
          accountId,
          templateId: template.id,
          number: '',
          date: '',
        })),
        locale,
        facts: [
          [words.version, String(version.number)],
          [words.by, LINE],
          [words.date, LINE],
        ] as const,
        answers: [],
        blank: blankQuestions(questionsOf(version.definition, locale)),
        parts: staticPartsOf(version.definition, locale),
        files: {},
        foot: `${name} · ${words.version} ${version.number}`,
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const fonts = fontsOf(db.reader, accountId);
      const onMissing = () => undefined;
      const printing = { accountId, images: async () => undefined, fonts, signal, onMissing };
      return {
        status: 200,
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': contentDisposition('attachment', `${safeName(name)}.pdf`),
          'cache-control': 'private, no-store',
        },
        body: pdfs.render(document, printing),
      };
    },
  });

const unpublished = () =>
  fail('template-state', 'The template is not published. Publish it to print blank forms.', {
    because: { reason: 'template-unpublished' },
  });
