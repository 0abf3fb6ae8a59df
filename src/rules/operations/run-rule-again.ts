import { actorOfCall } from '#form-basics/index.ts';
import { operation } from '#http/operation.ts';
import { runAgain } from '#rules/change-rules.ts';
import type { RulesDeps } from '#rules/rules-deps.ts';

/** POST /rule-runs/:id/again */
export const runRuleAgain = (deps: RulesDeps) =>
  operation({
    method: 'POST',
    path: '/rule-runs/:id/again',
    right: 'all',
    role: 'designer',
    etag: 'none',
    doc: {
      summary: 'Send a run again',
      description:
        'A run that did nothing is tried again, and gets a new line. Of a run that did something, only its messages are sent again, to webhooks with the same `webhook-id`.',
      tag: 'Rules',
      responses: {
        202: { description: 'It is done soon.' },
        404: 'no rule run',
        409: {
          description: 'The rule is turned off, or its owner may not do that any more.',
          codes: ['rule-off', 'mail-off'],
        },
      },
    },
    async handle(call) {
      await deps.db.transaction((tx) => runAgain(deps)(tx, actorOfCall(call), call.params.id));
      return { status: 202 };
    },
  });
