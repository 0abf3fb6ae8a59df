// The field of a question: what its type becomes, and the properties that all types share.
import { isObject, type JsonObject, type JsonValue, textOf } from '#kernel/json.ts';
import { writeConstraint } from './constraints.ts';
import { defaultOf } from './defaults.ts';
import { defined, type FormWriter } from './form-writer.ts';
import { choicesOf, isRandom, writeSelect } from './selects.ts';
import type { SurveyItem } from './survey-tree.ts';
import { writeShared } from './write-shared.ts';

/** Returns the properties of a field by its type; undefined for one that is left out, with its note. */
type Writer = (writer: FormWriter, item: SurveyItem) => JsonObject | undefined;

const IMAGES = { acceptedTypes: 'image/*', storeDataAsText: false } as const;

const text: Writer = (_, { row }) =>
  /\bmultiline\b/i.test(row.get('appearance')) ? { type: 'comment' } : { type: 'text' };

const number =
  (more: JsonObject): Writer =>
  () => ({ type: 'text', inputType: 'number', ...more });

const day: Writer = (writer, item) => {
  const isPart = /\b(?:year|month-year)\b/i.test(item.row.get('appearance'));
  if (isPart) writer.note(item, 'approximateDate');
  return { type: 'text', inputType: 'date' };
};

const image: Writer = (_, { row }) =>
  /\bsignature\b/i.test(row.get('appearance'))
    ? { type: 'signaturepad', storeDataAsText: false }
    : { type: 'file', ...IMAGES, sourceType: 'file-camera' };

const calculate: Writer = (writer, item) => {
  const fixed = item.row.get('default');
  const literal = fixed === '' ? undefined : `'${fixed.replaceAll(/['\\{}]/g, '')}'`;
  const expression = writer.expressionIn(item, 'calculation') ?? literal;
  if (expression === undefined) {
    if (item.row.get('calculation') === '') writer.note(item, 'hiddenField');
    return undefined;
  }
  return { type: 'expression', expression, hideWhileFilling: true };
};

/** Reads the parameters of a row, such as `start=1 end=10 step=2`. */
const parametersOf = ({ row }: SurveyItem): ReadonlyMap<string, string> =>
  new Map(
    row
      .get('parameters')
      .split(/[\s,;]+/)
      .flatMap((each) => {
        const [name = '', value] = each.split('=');
        return value === undefined ? [] : [[name.toLowerCase(), value] as const];
      }),
  );

/** Notes the parameters that the field does not follow, such as `max-pixels`. */
function noteParameters(writer: FormWriter, item: SurveyItem): void {
  const followed = item.type === 'range' ? ['start', 'end', 'step'] : ['randomize'];
  for (const parameter of parametersOf(item).keys()) {
    if (!followed.includes(parameter)) writer.note(item, 'parameter', { parameter });
  }
}

const range: Writer = (writer, item) => {
  const parameters = parametersOf(item);
  const parameter = (name: string, otherwise: number): number => {
    const value = Number(parameters.get(name) ?? otherwise);
    return Number.isFinite(value) ? value : otherwise;
  };
  const [min, max, step] = [parameter('start', 0), parameter('end', 10), parameter('step', 1)];
  const isRating =
    /\brating\b/i.test(item.row.get('appearance')) && (max - min) / step < 20 && step > 0;
  if (isRating) return { type: 'rating', rateMin: min, rateMax: max, rateStep: step };
  if (max > min && step > 0) return { type: 'slider', min, max, step };
  writer.note(item, 'range');
  return { type: 'text', inputType: 'number', min, max, ...(step > 0 && { step }) };
};

const rank: Writer = (writer, item) =>
  defined({
    type: 'ranking',
    choices: choicesOf(writer, item, writer.lists.get(item.list) ?? []),
    choicesOrder: isRandom(item) ? 'random' : undefined,
  });

/** One box to tick, which stores OK as in ODK. */
const acknowledge: Writer = () => ({ type: 'checkbox', choices: ['OK'] });

const selectOne: Writer = (writer, item) => {
  const shared = writer.shared.get(item.list);
  return shared ? writeShared(writer, item, shared) : writeSelect(writer, item);
};

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['text', text],
  ['integer', number({ step: 1 })],
  ['decimal', number({})],
  ['range', range],
  ['date', day],
  ['time', () => ({ type: 'text', inputType: 'time' })],
  ['datetime', () => ({ type: 'text', inputType: 'datetime-local' })],
  ['select_one', selectOne],
  ['select_multiple', writeSelect],
  ['rank', rank],
  ['acknowledge', acknowledge],
  ['image', image],
  ['file', () => ({ type: 'file', storeDataAsText: false })],
  ['barcode', () => ({ type: 'barcode' })],
  ['geopoint', () => ({ type: 'location' })],
  ['calculate', calculate],
  ['hidden', calculate],
]);

const METADATA: ReadonlySet<string> = new Set(
  'start end today deviceid device_id subscriberid simserial phonenumber username email audit start-geopoint background-geopoint background-audio simid'.split(
    ' ',
  ),
);

/** Returns whether the template gets a field for an item of this type. */
export const isWritable = ({ type }: SurveyItem): boolean => type === 'note' || WRITERS.has(type);

function noteType(writer: FormWriter, item: SurveyItem): void {
  const { type } = item;
  if (METADATA.has(type)) writer.note(item, 'metadata');
  else if (type === 'audio' || type === 'video') writer.note(item, 'media');
  else if (/_from_file|_external/.test(type)) writer.note(item, 'fileList');
  else writer.note(item, 'unknownType', { type: item.row.get('type') });
}

/** Returns the field of a question; undefined, with a note, when the template gets none. */
export function writeField(writer: FormWriter, item: SurveyItem): JsonObject | undefined {
  const { type, list } = item;
  const name = writer.names.get(item);
  if (type === 'note' && name !== undefined) {
    noteUnasked(writer, item);
    return noteField(writer, item, name);
  }
  const write = WRITERS.get(type);
  if (write === undefined) {
    noteType(writer, item);
    return undefined;
  }
  if (name === undefined) {
    writer.note(item, 'noName');
    return undefined;
  }
  if (list !== '' && !writer.lists.has(list)) {
    writer.note(item, 'missingList', { list });
    return undefined;
  }
  noteParameters(writer, item);
  const own = write(writer, item);
  if (own === undefined) return undefined;
  const isAnswered = own['type'] !== 'expression' && own['type'] !== 'panel';
  if (own['type'] === 'expression') noteUnasked(writer, item);
  return defined({
    ...own,
    name,
    ...sharedOf(writer, item),
    ...(isAnswered && answeredOf(writer, item, own)),
  });
}

/** Notes rules of rows that nobody answers: ODK does not let people go on there. */
export function noteUnasked(writer: FormWriter, item: SurveyItem): void {
  for (const column of ['required', 'constraint'] as const) {
    const expression = writer.parsedIn(item, column);
    const isNone = expression?.kind === 'call' && expression.name === 'false';
    if (expression !== undefined && !isNone) writer.note(item, 'unasked', { column });
  }
}

/**
 * A text between the questions. Only titles of Formstead show answers, so that a note with some becomes a heading; any
 * other is an instruction text.
 */
function noteField(writer: FormWriter, item: SurveyItem, name: string): JsonObject | undefined {
  const { title, ...shared } = sharedOf(writer, item);
  if (title === undefined || title === item.spelled) {
    writer.note(item, 'noteText');
    return undefined;
  }
  const texts = isObject(title) ? Object.values(title) : [title];
  return texts.some((each) => textOf(each).includes('{'))
    ? { type: 'heading', name, title, ...shared }
    : { type: 'instructions', name, content: title, ...shared };
}

/** The properties of all elements, groups and repeats included. */
export function sharedOf(writer: FormWriter, item: SurveyItem): JsonObject {
  const label = writer.textOf(item, 'label');
  return defined({
    title: label ?? (item.kind === 'question' && item.spelled !== '' ? item.spelled : undefined),
    description: writer.textOf(item, 'hint'),
    visibleIf: whenNeeded(writer.conditionIn(item, 'relevant')),
  });
}

/** A condition that always holds needs none. */
const whenNeeded = (condition: string | undefined): string | undefined =>
  condition === 'true' ? undefined : condition;

/** Types whose answers a definition cannot hold. */
const WITHOUT_DEFAULT: ReadonlySet<string> = new Set(['location', 'barcode', 'sharedlist']);

/** The properties of fields that people answer. */
function answeredOf(writer: FormWriter, item: SurveyItem, own: JsonObject): JsonObject {
  const required = writer.conditionIn(item, 'required');
  const locked = writer.conditionIn(item, 'read_only');
  const members: Record<string, JsonValue | undefined> = {
    isRequired: required === 'true' ? true : undefined,
    requiredIf: isDecided(required) ? undefined : required,
    requiredErrorText: required === undefined ? undefined : writer.textOf(item, 'required_message'),
    readOnly: locked === 'true' ? true : undefined,
    enableIf: isDecided(locked) ? undefined : `!(${locked})`,
  };
  const rules = writeConstraint(writer, item, own);
  if (WITHOUT_DEFAULT.has(textOf(own['type']))) {
    const isGiven = ['default', 'calculation'].some((column) => item.row.get(column) !== '');
    if (isGiven) writer.note(item, 'noDefault');
    return defined({ ...members, ...rules });
  }
  const calculated = writer.expressionIn(item, 'calculation');
  if (calculated !== undefined && locked !== 'true') writer.note(item, 'recalculated');
  members['defaultValueExpression'] = calculated;
  return defined({ ...members, ...defaultOf(writer, item), ...rules });
}

const isDecided = (condition: string | undefined): boolean =>
  condition === undefined || condition === 'true' || condition === 'false';
