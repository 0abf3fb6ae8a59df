import { readTimeZone } from '#form-basics/index.ts';
import { requireStoredForm } from '#form-records/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { findVersion } from '#templates/index.ts';
import { APP_FORM_DETAIL_QUERY, AppFormDetail } from './app-form.shapes.ts';
import type { AppFormsDeps } from './app-forms-deps.ts';
import { describeForm } from './form-detail.ts';

/** GET /app/v1/forms/:id: returns one form with its questions, answers, files and history. */
export const getAppForm = ({ db, directory, engine }: AppFormsDeps): Endpoint =>
  appEndpoint({
    method: 'GET',
    path: '/app/v1/forms/:id',
    query: APP_FORM_DETAIL_QUERY,
    doc: {
      summary: 'Read a form for the web app',
      tag: 'Forms',
      responses: {
        200: { description: 'The form.', schema: AppFormDetail },
        404: 'no form seen',
      },
    },
    async handle({ principal, params, query }) {
      const { plain = false, locale } = query;
      const form = await requireStoredForm(db.reader, directory, principal, params.id);
      const body = await describeForm({ db: db.reader, directory }, principal, form);
      if (!plain) return { status: 200, body };
      const version = await findVersion(db.reader, form.accountId, form.templateVersionId);
      const timeZone = await readTimeZone(db.reader, form.accountId);
      const { answers, isWhole } = await readAnswers(
        { engine: engine.of(form.accountId), timeZone },
        readable(version?.definition ?? {}, locale),
        form,
      );
      const closed = body.closed && {
        ...body.closed,
        plain: await readable(body.closed.definition, locale).show({
          answers: body.closed.answers,
          isComplete: true,
          facts: undefined,
        }),
      };
      return { status: 200, body: { ...body, plain: answers, isWhole, ...(closed && { closed }) } };
    },
  });
