import { buffer } from 'node:stream/consumers';
import { MAX_SHOWN_CODE_POINTS } from '#exports/export.ts';
import type { ExportsDeps } from '#exports/export-deps.ts';
import { codePointName } from '#exports/missing-characters.ts';
import { fontsOf, pdfBrand } from '#exports/pdf-brand.ts';
import { readTimeZone } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { fail } from '#kernel/errors.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { guardAnswers } from '#questionnaires/answers/guard-answers.ts';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { MAX_TRIAL_BODY } from '#questionnaires/definition/definition-limits.ts';
import { outsideDefinition } from '#questionnaires/definition/office.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { shownPartsOf } from '#questionnaires/reading/static-parts.ts';
import { requireTemplate, TrialBody } from '#templates/index.ts';

/** A drawing takes well below a second; the process that draws may have others before. */
const TIMEOUT_MS = 30_000;

const WORDS = {
  en: { template: 'Template', status: 'Status', trial: 'Trial run' },
  de: { template: 'Vorlage', status: 'Status', trial: 'Probelauf' },
} as const;

/** POST /app/v1/templates/preview/pdf: returns the PDF that a form with these answers would have. */
export const printTemplateTrial = ({
  db,
  directory,
  engine,
  pdfs,
}: Pick<ExportsDeps, 'db' | 'directory' | 'engine' | 'pdfs'>): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/preview/pdf',
    role: 'designer',
    body: TrialBody,
    maxBodyBytes: MAX_TRIAL_BODY,
    doc: {
      summary: 'Print answers to a definition',
      tag: 'Templates',
      description: 'Nothing is stored. Answers that are not valid are left out, and so are files.',
      responses: {
        200: {
          description: 'The PDF.',
          mediaType: 'application/pdf',
          headers: {
            'Formstead-Missing-Characters':
              'The first 50 code points that no font has, such as `U+65E5 U+672C`. Left out if the fonts have all.',
          },
        },
        404: 'no template',
        422: 'wrong definition',
      },
    },
    async handle({ principal, body }) {
      const { accountId } = principal;
      const { templateId, name, answers: given, locale = 'en' } = body;
      checkDefinition(body.definition);
      const definition = outsideDefinition(body.definition);
      if (templateId !== undefined) {
        await requireTemplate(db.reader, directory, principal, templateId);
      }
      const { answers } = guardAnswers(shapesOf(definition), given);
      const timeZone = await readTimeZone(db.reader, accountId);
      const read = await readAnswers(
        { engine: engine.of(accountId), timeZone },
        readable(definition, locale),
        { status: 'draft', answers },
      );
      const words = WORDS[locale];
      const document = {
        title: name,
        ...(await pdfBrand(db.reader, { accountId, templateId, number: '1', date: '' })),
        locale,
        facts: [
          [words.template, name],
          [words.status, words.trial],
        ] as const,
        answers: read.answers,
        parts: shownPartsOf(definition, locale, read.facts),
        files: {},
        foot: `${name} · ${words.trial}`,
      };
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const missing: string[] = [];
      const onMissing = (codePoints: readonly number[]) =>
        missing.push(...codePoints.slice(0, MAX_SHOWN_CODE_POINTS).map(codePointName));
      const fonts = fontsOf(db.reader, accountId);
      const printing = { accountId, images: async () => undefined, fonts, signal, onMissing };
      try {
        const bytes = await buffer(pdfs.render(document, printing));
        return {
          status: 200,
          headers: {
            'content-type': 'application/pdf',
            'cache-control': 'private, no-store',
            ...(missing.length > 0 && { 'formstead-missing-characters': missing.join(' ') }),
          },
          body: bytes,
        };
      } catch (error) {
        throw fail(
          'form-check-failed',
          'The PDF could not be drawn. Leave out the longest texts.',
          {
            cause: error,
          },
        );
      }
    },
  });
