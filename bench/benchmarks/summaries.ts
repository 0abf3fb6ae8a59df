import type { Benchmark } from '../harness/benchmark.ts';
import { ask, type Questions } from '../harness/questions.ts';

const SECOND = { ms: 1000 };
const TILES = ['count', 'state', 'day', 'mark', 'safe', 'site'];

const QUESTIONS: Questions = {
  // An empty parameter is one that was not sent: it would add up all fields.
  'count, and the sum of a number': {
    path: ({ templateId, fields }) =>
      `/app/v1/templates/${templateId}/answers/sums?fields=${fields.get('count')}`,
    reach: SECOND,
  },
  'six fields counted': {
    path: ({ templateId, fields }) =>
      `/app/v1/templates/${templateId}/summary?fields=${TILES.map((name) => fields.get(name)).join(',')}`,
    reach: SECOND,
  },
};

export const benchmark: Benchmark = {
  name: 'summaries',
  order: 13,
  run: (bench) => ask(bench, 'Summaries of the answers to one template', QUESTIONS),
};
