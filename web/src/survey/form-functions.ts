// What the engine needs for forms with functions, rules, counted entries, fixed rows, totals, steps, rankings, sliders or
// choices among pictures. Other forms don't load it.
import { registerChoiceQuestions } from '#questionnaires/engine/choice-questions.ts';
import { registerEntryCount } from '#questionnaires/engine/entry-count.ts';
import { registerFixedRows } from '#questionnaires/engine/fixed-rows-question.ts';
import { keepTotals } from '#questionnaires/engine/kept-totals.ts';
import { registerFunctions } from '#questionnaires/engine/register-functions.ts';
import { replaceRuleText } from '#questionnaires/engine/rule-text.ts';
import { countStepsFromMinimum } from '#questionnaires/engine/steps-from-minimum.ts';

registerFunctions();
registerEntryCount();
registerFixedRows();
keepTotals();
countStepsFromMinimum();
registerChoiceQuestions();
replaceRuleText();
