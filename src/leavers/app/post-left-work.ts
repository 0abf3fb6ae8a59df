import { actorIn } from '#form-basics/index.ts';
import { appEndpoint } from '#http/app-endpoint.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { AppError } from '#kernel/errors.ts';
import { handOnLeft } from '#leavers/hand-on-left.ts';
import type { LeaversDeps } from '#leavers/leavers-deps.ts';
import { HandedOn, HandOnLeft } from './left-work.shapes.ts';

/** POST /app/v1/leavers/hand-on: hands on what leavers left behind, each in a transaction of its own. */
export const postLeftWork = (deps: LeaversDeps): Endpoint =>
  appEndpoint({
    method: 'POST',
    path: '/app/v1/leavers/hand-on',
    body: HandOnLeft,
    doc: {
      summary: 'Hand on what leavers left behind',
      tag: 'Assignments',
      responses: { 200: { description: 'How it went with each.', schema: HandedOn } },
    },
    async handle(request) {
      const by = actorIn(request);
      const { items, to } = request.body;
      const results: HandedOn['results'] = [];
      for (const item of items) {
        try {
          await deps.db.transaction((tx) => handOnLeft(deps)(tx, by, { ...item, to }));
          results.push({ id: item.id });
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          results.push({ id: item.id, error: { code: error.code, detail: error.detail } });
        }
      }
      return { status: 200, body: { results } };
    },
  });
