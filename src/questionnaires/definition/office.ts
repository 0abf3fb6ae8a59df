// Fields for office use: only a step of the review fills them in. They are a property of questions and panels, and
// three definitions come of one: what everybody gets, what a step fills in, and what only steps see.
import { isObject, type JsonObject, type JsonValue, member, textOf } from '#kernel/json.ts';
import { MAX_STEPS } from './review-policy.ts';
import { isStaticType } from './static-types.ts';

export interface Office {
  /** The step of the review that fills the field in, from 1. */
  readonly step: number;
  /** `all`: people who see the form see the answer. `step`: only the reviewers of the step, and holders of the right to review. */
  readonly seenBy: 'all' | 'step';
}

export interface OfficeField extends Office {
  readonly name: string;
}

/** What a valid value is, for the fault of one that is not. */
export const OFFICE_RULE = `{ step, seenBy } with a step from 1 to ${MAX_STEPS}, and "all" or "step"`;

/** Returns what a value of the property says; undefined if it is not valid. */
export function readOffice(value: JsonValue): Office | undefined {
  if (!isObject(value)) return undefined;
  const { step, seenBy = 'all', ...others } = value;
  if (Object.keys(others).length > 0) return undefined;
  if (typeof step !== 'number' || !Number.isInteger(step)) return undefined;
  if (step < 1 || step > MAX_STEPS) return undefined;
  return seenBy === 'all' || seenBy === 'step' ? { step, seenBy } : undefined;
}

/** Returns what an element says of itself. The panel around it counts first. */
export function officeIn(element: JsonObject): Office | undefined {
  const value = member(element, 'office');
  return value === undefined ? undefined : readOffice(value);
}

/** Returns the fields for office use, in the order of the form. */
export function officeFieldsOf(definition: JsonObject): readonly OfficeField[] {
  const found: OfficeField[] = [];
  changeElements(definition, (question, office) => {
    const name = member(question, 'name');
    if (office !== undefined && typeof name === 'string' && !isStatic(question))
      found.push({ name, ...office });
    return question;
  });
  return found;
}

/**
 * Returns the definition that everybody gets who does not review: without the fields that only their step sees. The
 * others can be read as soon as they have an answer, and are not asked for.
 */
export const outsideDefinition = (definition: JsonObject): JsonObject =>
  definitionFor(definition, undefined);

/** Returns the definition that everybody gets, in which the fields of a step are asked for like ordinary ones. */
export const reviewDefinition = (definition: JsonObject, step: number): JsonObject =>
  definitionFor(definition, step);

function definitionFor(definition: JsonObject, step: number | undefined): JsonObject {
  if (officeFieldsOf(definition).length === 0) return definition;
  return changeElements(
    definition,
    ({ office: mark, ...question }, office) => {
      if (office === undefined || office.step === step) return question;
      return office.seenBy === 'step' ? undefined : closed(question, office);
    },
    ({ office: mark, ...panel }, office, elements) => {
      if (office === undefined || office.step === step) return { ...panel, elements };
      return office.seenBy === 'step' ? undefined : closedPanel(panel, elements);
    },
  );
}

/** Returns the definition of the fields that a step fills in, as ordinary fields. Their conditions refer to the answers of the form. */
export const stepDefinition = (definition: JsonObject, step: number): JsonObject =>
  only(definition, (office) => office.step === step);

/** Returns the definition of the fields that only their steps see, of these steps. */
export const closedDefinition = (definition: JsonObject, steps: readonly number[]): JsonObject =>
  only(definition, (office) => office.seenBy === 'step' && steps.includes(office.step));

function only(definition: JsonObject, isMeant: (office: Office) => boolean): JsonObject {
  const { review: _, ...kept } = changeElements(
    definition,
    (question, office) => {
      const { office: mark, ...rest } = question;
      return office !== undefined && isMeant(office) ? rest : undefined;
    },
    ({ office: mark, isRequired, requiredIf, ...panel }, office, elements) => {
      if (elements.length === 0) return undefined;
      const isAsked = office !== undefined && { isRequired, requiredIf };
      return definedOf({ ...panel, ...isAsked, elements });
    },
  );
  return kept;
}

type Elements = readonly JsonValue[];
type ChangeQuestion = (question: JsonObject, office: Office | undefined) => JsonObject | undefined;
/** @param elements those that are left of the panel or page */
type ChangePanel = (
  panel: JsonObject,
  office: Office | undefined,
  elements: Elements,
) => JsonObject | undefined;

const sameWith: ChangePanel = (panel, _office, elements) => ({ ...panel, elements });

/** Returns a definition with other questions, panels and pages; those that become undefined are left out. */
function changeElements(
  definition: JsonObject,
  question: ChangeQuestion,
  panel: ChangePanel = sameWith,
): JsonObject {
  const change = (elements: Elements, around: Office | undefined): Elements =>
    elements.flatMap((each): Elements => {
      if (!isObject(each)) return [each];
      const office = around ?? officeIn(each);
      const changed =
        member(each, 'type') === 'panel'
          ? panel(each, office, change(listOf(each, 'elements'), office))
          : question(each, office);
      return changed === undefined ? [] : [changed];
    });
  const pages = listOf(definition, 'pages').flatMap((page): Elements => {
    if (!isObject(page)) return [page];
    const changed = panel(page, undefined, change(listOf(page, 'elements'), undefined));
    return changed === undefined ? [] : [changed];
  });
  return {
    ...definition,
    ...(Object.hasOwn(definition, 'pages') && { pages }),
    ...(Object.hasOwn(definition, 'elements') && {
      elements: change(listOf(definition, 'elements'), undefined),
    }),
  };
}

const listOf = (holder: JsonObject, name: string): Elements => {
  const list = member(holder, name);
  return Array.isArray(list) ? list : [];
};

/** What asks for an answer, or sets one. */
const ASKING: ReadonlySet<string> = new Set([
  'isRequired',
  'requiredIf',
  'validators',
  'defaultValue',
  'defaultValueExpression',
  'enableIf',
  'visibleIf',
]);

function withoutAsking(element: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(element).filter(([name]) => !ASKING.has(name)));
}

/** Returns a question that can be read once it has an answer. Its mark stays: `shapesOf` then refuses other answers. */
function closed(question: JsonObject, { step, seenBy }: Office): JsonObject {
  if (isStatic(question)) return question;
  const office = { step, seenBy };
  return { ...withoutAsking(question), ...shownWith([question]), readOnly: true, office };
}

function closedPanel(panel: JsonObject, elements: Elements): JsonObject {
  return { ...withoutAsking(panel), ...shownWith(elements), readOnly: true, elements };
}

/** Returns the condition that one of the fields has an answer. */
function shownWith(elements: Elements): JsonObject {
  const names = elements.flatMap(namesIn);
  const visibleIf = names.map((name) => `{${name}} notempty`).join(' or ');
  return names.length === 0 ? {} : { visibleIf };
}

function namesIn(element: JsonValue): readonly string[] {
  if (!isObject(element) || isStatic(element)) return [];
  if (member(element, 'type') === 'panel') return listOf(element, 'elements').flatMap(namesIn);
  return [textOf(member(element, 'name'))];
}

const isStatic = (element: JsonObject): boolean => isStaticType(textOf(member(element, 'type')));

const definedOf = (object: Readonly<Record<string, JsonValue | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
