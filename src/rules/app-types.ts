// The types of rules under /app/v1 for the web app, which imports them as types only.
import type { Static } from 'typebox';
import type { RuleList, RunList, TriedRule } from './rules.shapes.ts';

export type RuleListBody = Static<typeof RuleList>;
export type RunListBody = Static<typeof RunList>;
export type TriedBody = Static<typeof TriedRule>;
export type { NamingRules, RuleBody, RuleItem, RunItem } from './rules.shapes.ts';
