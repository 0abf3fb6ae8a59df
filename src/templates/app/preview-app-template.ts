import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { checkWhole } from '#questionnaires/answers/check-whole.ts';
import { checkDefinition } from '#questionnaires/definition/check-definition.ts';
import { MAX_TRIAL_BODY } from '#questionnaires/definition/definition-limits.ts';
import { officeFieldsOf, outsideDefinition } from '#questionnaires/definition/office.ts';
import { PreviewBody, PreviewResult } from '#templates/template.shapes.ts';
import type { TemplatesDeps } from '#templates/templates-deps.ts';

/** POST /app/v1/templates/preview: returns the result that completing a form with these answers would have. */
export const previewAppTemplate = ({ engine }: Pick<TemplatesDeps, 'engine'>): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/templates/preview',
    role: 'designer',
    body: PreviewBody,
    maxBodyBytes: MAX_TRIAL_BODY,
    doc: {
      summary: 'Try answers on a definition',
      tag: 'Templates',
      description: 'Nothing is stored.',
      responses: {
        200: {
          description: 'The result that completing the form would have.',
          schema: PreviewResult,
        },
        422: 'wrong definition',
      },
    },
    async handle({ principal, body }) {
      const { definition, answers, locale } = body;
      checkDefinition(definition);
      const asked = outsideDefinition(definition);
      const office = new Set(officeFieldsOf(definition).map(({ name }) => name));
      const given = Object.fromEntries(
        Object.entries(answers).filter(([name]) => !office.has(name)),
      );
      const whole = await checkWhole(engine.of(principal.accountId), asked, given, { locale });
      const faults = whole.faults.map((fault) => ({ ...fault }));
      const reply = { ok: faults.length === 0, faults, answers: whole.answers };
      return { status: 200, body: reply satisfies PreviewResult };
    },
  });
