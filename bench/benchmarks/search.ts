import { sql } from 'kysely';
import type { Benchmark } from '../harness/benchmark.ts';
import { ask, type Questions, ROWS } from '../harness/questions.ts';

const REACH = { ratio: 3 };
const search = (text: string) => () => `/app/v1/forms?scope=all&q=${encodeURIComponent(text)}`;

/** The first page of the forms that have one word and, if given, another one. */
const formsWith = (accountId: string, word: string, other = word) => sql`select * from forms
  where account_id = ${accountId} and deleted_at is null and id in (
    select id from search_words where account_id = ${accountId} and kind = 'form' and word = ${word}
    intersect
    select id from search_words where account_id = ${accountId} and kind = 'form' and word = ${other})
  order by updated_at desc, id desc limit ${ROWS}`;

const QUESTIONS: Questions = {
  'by its number': {
    path: search('#123456'),
    alone: ({ accountId }) => formsWith(accountId, '#123456'),
    reach: REACH,
  },
  'by words of an answer': {
    path: search('dam 777'),
    alone: ({ accountId }) => formsWith(accountId, 'dam', '777'),
    reach: REACH,
  },
  'by a word that all forms have': {
    path: search('inspection'),
    alone: ({ accountId }) => sql`select * from forms
      where account_id = ${accountId} and deleted_at is null
      order by updated_at desc, id desc limit ${ROWS}`,
    reach: { ms: 100 },
  },
};

export const benchmark: Benchmark = {
  name: 'search',
  order: 14,
  run: (bench) => ask(bench, 'Search in all forms', QUESTIONS),
};
