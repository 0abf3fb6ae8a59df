// What the engine needs for forms with functions, rules or counted entries. Other forms don't load it.
import { registerEntryCount } from '#questionnaires/engine/entry-count.ts';
import { registerFunctions } from '#questionnaires/engine/register-functions.ts';
import { replaceRuleText } from '#questionnaires/engine/rule-text.ts';

registerFunctions();
registerEntryCount();
replaceRuleText();
