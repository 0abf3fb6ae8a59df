// What the engine needs for forms with functions, rules or counted entries. Other forms don't load it.
import { registerEntryCount } from '#forms/engine/entry-count.ts';
import { registerFunctions } from '#forms/engine/register-functions.ts';
import { replaceRuleText } from '#forms/engine/rule-text.ts';

registerFunctions();
registerEntryCount();
replaceRuleText();
