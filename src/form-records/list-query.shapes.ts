import { Type } from 'typebox';
import { MAX_ANSWER_FILTERS } from '#answer-index/index.ts';
import { DUE_DAYS, RELATIVE } from '#form-basics/index.ts';
import { PAGE_PARAMETERS } from '#http/v2/v2-reply.ts';
import { FORM_FILTERS } from './form-filters.store.ts';
import { MAX_COMPARISONS, MAX_FILTER_DEPTH, MAX_FILTER_LENGTH } from './parse-filter.ts';

// The parameters of the lists of forms under /v2.

/** The longest text that is searched for, in characters. */
const MAX_SEARCH_LENGTH = 200;

/** What both lists have. */
const COMMON = Type.Object({
  ...PAGE_PARAMETERS,
  filter: Type.Optional(
    Type.String({
      maxLength: MAX_FILTER_LENGTH,
      description: [
        'Comparisons of lastUpdateDate (also spelled lastupdateddate) and createdDate, in any letter case, joined by',
        'and, or and parentheses. Operators are eq, ne, gt, ge, lt and le, in lower case. Write dates',
        'without quotes; 2026-01-31 means 00:00 UTC on that day, and times are UTC unless they carry an',
        `offset. At most ${MAX_COMPARISONS} comparisons, ${MAX_FILTER_DEPTH} nested parentheses.`,
      ].join('\n'),
      examples: ['lastupdateddate ge 2026-01-31T09:05:00Z'],
    }),
  ),
  status: Type.Optional(
    Type.Union([Type.Literal('complete'), Type.Literal('draft')], {
      description: 'If omitted, both.',
    }),
  ),
  name: Type.Optional(
    Type.String({
      description: 'Only forms whose name starts with this text, in any letter case.',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description:
        'Only forms that have all of these words, or the start of one, in their name, their number (`#12`) or an answer that the template marks as searchable. Letter case and accents do not matter.',
    }),
  ),
  ...FORM_FILTERS,
  createdFrom: Type.Optional(
    Type.String({
      description: `Only forms that were created on this day or later, in the time zone of the organisation. ${RELATIVE}`,
      examples: ['2026-01-01'],
    }),
  ),
  createdTo: Type.Optional(
    Type.String({
      description: 'Only forms that were created on this day or earlier, likewise.',
      examples: ['2026-01-31'],
    }),
  ),
  ...DUE_DAYS,
  sort: Type.Optional(
    Type.String({
      default: 'lastUpdateDate asc',
      description:
        'lastUpdateDate, createdDate or name (in any letter case), then asc or desc. With overdue, dueFrom or dueTo also dueDate, which is the default then. Forms with equal values are sorted by formId.',
    }),
  ),
  changedSince: Type.Optional(
    Type.String({
      description:
        '0, or the X-Change-Cursor of an answer. Returns the changes since then. Only pageSize can be combined with it.',
    }),
  ),
  direction: Type.Optional(
    Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
      description: 'The direction, unless sort names it.',
    }),
  ),
});

const WHERE = {
  where: Type.Optional(
    Type.String({
      description: [
        'Conditions on answers, all of which hold, as a JSON list. Each has `field`, the id of a field',
        'or `<id>.<column>` of a column of a table, `op` and, for most operators, `value`. Every field',
        'has `blank` and `answered`. Texts: `contains`, `starts`, `equals`, without letter case.',
        'Numbers: `eq`, `lt`, `le`, `gt`, `ge`, `between`, and `within`, without the second number. Days, as',
        'YYYY-MM-DD: `on`, `before`, `after`,',
        '`between`, and `last`, a number of days up to today. Instead of one day, `today`, `yesterday`,',
        '`this-week`, `last-week`, `this-month` or `last-month` stand for their days. Times, as HH:MM: `on`, `before`, `after`,',
        '`between`. Choices, as stored: `any`, `all`, `none`, with a list. Places: `inside`, with the south,',
        'west, north and east in degrees. A table counts its rows.',
        `At most ${MAX_ANSWER_FILTERS} conditions.`,
      ].join('\n'),
      examples: ['[{"field":"4f1c…","op":"between","value":[1,5]}]'],
    }),
  ),
};

/** The parameters of a list of the forms of all templates. */
export const FORM_LIST_QUERY = Type.Object({
  ...COMMON.properties,
  template: Type.Optional(
    Type.String({ description: 'Only forms of the template with this id; `where` needs it.' }),
  ),
  ...WHERE,
});

/** The parameters of a list of the forms of one template. */
export const TEMPLATE_LIST_QUERY = Type.Object({
  ...COMMON.properties,
  ...WHERE,
  sort: Type.Optional(
    Type.String({
      default: 'lastUpdateDate asc',
      description: [
        'At most two keys with a comma in between, each followed by asc (the default) or desc: lastUpdateDate, createdDate, name, number,',
        'status, or the id of a field that is neither a place nor a column of a table. Choices are sorted by the stored value. Numbers whose unit differs between',
        'versions are sorted within each unit, the newest unit first. Forms with equal values are sorted by formId; forms without an answer come last. With a field, number or status, and with two keys, pages are reached by `next` only.',
      ].join('\n'),
      examples: ['4f1c… desc, name'],
    }),
  ),
});
