import type { JsonObject } from '#kernel/json.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { isTableList, namedIn, writeLikert } from './likert.ts';
import { noteMedia } from './media.ts';
import { itemsIn, type SurveyItem } from './survey-tree.ts';
import { noteUnasked, sharedOf, writeField } from './write-field.ts';

/** A form with more questions than these gets a page for each group at its top. */
const LONG = 20;
/** The most entries of a section that always has the same number. */
const MAX_ENTRIES = 100;

/** Returns the pages: one for each group at the top of a paged or a long form, else one for everything. */
export function writePages(
  writer: FormWriter,
  top: readonly SurveyItem[],
  style: string,
): JsonObject[string] {
  const groups = top.filter(({ kind }) => kind === 'group');
  const isPaged = /\bpages\b/i.test(style) || writer.names.size > LONG;
  const isNamed = namedIn(itemsIn(top));
  const pages: { title: JsonObject; elements: JsonObject[] }[] = [];
  for (const item of top) {
    const element = writeItem(writer, item, isNamed);
    if (element === undefined) continue;
    const ownPage = isPaged && groups.length > 1 && element['type'] === 'panel';
    if (ownPage) {
      const { elements, title, description, visibleIf } = element;
      const inside = Array.isArray(elements) ? elements : [];
      pages.push({ title: defined({ title, description, visibleIf }), elements: inside });
      continue;
    }
    const last = pages.at(-1);
    // What follows a page of a group gets a page of its own, so that it does not hide with the group.
    if (last === undefined || Object.keys(last.title).length > 0) {
      pages.push({ title: {}, elements: [element] });
    } else last.elements.push(element);
  }
  return pages.map(({ title, elements }, i) => ({ name: `page${i + 1}`, ...title, elements }));
}

function writeItem(
  writer: FormWriter,
  item: SurveyItem,
  isNamed: (name: string) => boolean,
): JsonObject | undefined {
  noteMedia(item.row, (kind, file) => writer.note(item, kind, { file }));
  if (item.kind === 'question') {
    noteAppearance(writer, item);
    return writeField(writer, item);
  }
  noteUnasked(writer, item);
  const likert = isTableList(item) ? writeLikert(writer, item, isNamed) : undefined;
  if (likert !== undefined) return likert;
  const elements = item.children.flatMap((child) => writeItem(writer, child, isNamed) ?? []);
  if (elements.length === 0) {
    writer.note(item, 'emptyGroup');
    return undefined;
  }
  const name = writer.names.get(item) ?? '';
  const shared = sharedOf(writer, item);
  if (item.kind === 'group') return { type: 'panel', name, ...shared, elements };
  return {
    type: 'paneldynamic',
    name,
    ...shared,
    ...entriesOf(writer, item),
    templateElements: elements,
  };
}

/** Returns the number of entries where it is fixed, or the answer that says it. */
function entriesOf(writer: FormWriter, item: SurveyItem): JsonObject {
  const text = item.row.get('repeat_count');
  if (text === '') return {};
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= MAX_ENTRIES) {
    return { panelCount: count, minPanelCount: count, maxPanelCount: count };
  }
  const expression = writer.expressionIn(item, 'repeat_count');
  if (expression === undefined) return {};
  writer.note(item, 'repeatCount');
  return { panelCount: 0, panelCountExpression: expression };
}

/** Appearances that the import follows, or that only concern the width of a phone's screen. */
const FOLLOWED =
  /^(?:multiline|signature|minimal|autocomplete|search|compact|quick|quickcompact|rating|year|month-year|field-list|no-calendar|numbers|thousands-sep|new|new-front|w\d+|columns(?:-\d+|-pack)?|horizontal|horizontal-compact|likert|picker|vertical|no-ticks|default|page-break)$/i;

function noteAppearance(writer: FormWriter, item: SurveyItem): void {
  for (const appearance of item.row.get('appearance').split(/\s+/)) {
    if (appearance !== '' && !FOLLOWED.test(appearance)) {
      writer.note(item, 'appearance', { appearance });
    }
  }
}
