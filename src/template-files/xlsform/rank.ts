import type { JsonObject } from '#kernel/json.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { choicesOf } from './selects.ts';
import type { SurveyItem } from './survey-tree.ts';

/** The most choices that can be ranked. */
const MAX_CHOICES = 10;

/** Returns a section with a dropdown for each position; no choice may be chosen twice. */
export function writeRank(writer: FormWriter, item: SurveyItem): JsonObject | undefined {
  const listed = writer.lists.get(item.list) ?? [];
  const name = writer.names.get(item) ?? '';
  if (listed.length > MAX_CHOICES) {
    writer.note(item, 'longRank', { limit: MAX_CHOICES });
    return undefined;
  }
  writer.note(item, 'rank');
  const prefix = item.sections.length > 0 ? 'panel.' : '';
  const positions = listed.map((_, i) => `${name}_${i + 1}`);
  const isRequired = /^(?:yes|true(?:\(\))?)$/i.test(item.row.get('required'));
  return {
    type: 'panel',
    elements: positions.map((position, i) => {
      const earlier = positions.slice(0, i).map((each) => `{${prefix}${each}}`);
      const own = `{${prefix}${position}}`;
      const isNew = earlier.map((each) => `${own} != ${each}`).join(' and ');
      return defined({
        type: 'dropdown',
        name: position,
        title: `${i + 1}.`,
        choices: choicesOf(writer, item, listed),
        isRequired: isRequired ? true : undefined,
        validators:
          isNew === ''
            ? undefined
            : [{ type: 'expression', expression: `${own} empty or (${isNew})` }],
      });
    }),
  };
}
