// Definitions of SurveyJS as older versions and other programs wrote them. survey-core still reads these spellings.

import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import {
  COLUMN,
  ELEMENTS,
  PAGE,
  type Properties,
  SURVEY,
} from '#questionnaires/definition/profile.ts';

/** Properties that survey-core knows by an older name as well (`alternativeName` in its classes). */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['questions', 'elements'],
  ['hasOther', 'showOtherItem'],
  ['hasNone', 'showNoneItem'],
  ['hasSelectAll', 'showSelectAllItem'],
  ['hasComment', 'showCommentArea'],
  ['placeHolder', 'placeholder'],
  ['optionsCaption', 'placeholder'],
  ['commentPlaceHolder', 'commentPlaceholder'],
  ['otherPlaceHolder', 'otherPlaceholder'],
  ['showOptionsCaption', 'allowClear'],
  ['addRowLocation', 'addRowButtonLocation'],
  ['emptyRowsText', 'noRowsText'],
  ['allowRowsDragAndDrop', 'allowRowReorder'],
  ['defaultValueFromLastRow', 'copyDefaultValueFromLastEntry'],
  ['focusFirstQuestionAutomatic', 'autoFocusFirstQuestion'],
  ['focusOnFirstError', 'autoFocusFirstError'],
  ['maxOthersLength', 'maxCommentLength'],
  ['requiredText', 'requiredMark'],
  ['useDisplayValuesInTitle', 'useDisplayValuesInDynamicTexts'],
]);

const NONE: Properties = new Map();

/** Returns a definition with the names of properties and the truth values of today. */
export const withCurrentNames = (definition: JsonObject): JsonObject => renewed(definition, SURVEY);

function renewed(holder: JsonObject, known: Properties): JsonObject {
  const entries = Object.entries(holder).flatMap(([name, value]) => {
    const current = RENAMED.get(name) ?? name;
    // Of both names, the one of today counts.
    if (current !== name && Object.hasOwn(holder, current)) return [];
    return [[current, inside(known, current, value)] as const];
  });
  return Object.fromEntries(entries);
}

function inside(known: Properties, name: string, value: JsonValue): JsonValue {
  switch (known.get(name)) {
    case 'pages':
      return each(value, () => PAGE);
    case 'elements':
      return each(value, (element) => ELEMENTS.get(textOf(member(element, 'type') ?? '')) ?? NONE);
    case 'columns':
      return each(value, () => COLUMN);
    case 'flag':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

function each(value: JsonValue, known: (item: JsonObject) => Properties): JsonValue {
  const list: readonly JsonValue[] | undefined = Array.isArray(value) ? value : undefined;
  return list?.map((item) => (isObject(item) ? renewed(item, known(item)) : item)) ?? value;
}
