// What is hidden counts as empty, at once and for every reader: conditions, calculations, validators, totals and texts.
// The answer itself stays in the model, so that a draft keeps it and shows it when its question comes back. The pages
// and the worker of the server both patch the engine with this file, so that they cannot disagree.

import {
  Base,
  ConditionRunner,
  ExpressionRunner,
  FunctionFactory,
  PageModel,
  PanelModelBase,
  ProcessValue,
  Question,
  QuestionExpressionModel,
  QuestionMatrixDropdownModel,
  QuestionMatrixDropdownModelBase,
  QuestionPanelDynamicModel,
  QuestionSelectBase,
  SurveyModel,
  settings,
  TextPreProcessor,
} from 'survey-core';
import { isObject, type JsonObject, type JsonValue } from '#kernel/json.ts';
import { isUntouched } from '#questionnaires/answers/row-names.ts';
import { around } from './around.ts';
import { isOutOfSight } from './calculations.ts';
import { hasCircle } from './circles.ts';
import { innerQuestions } from './inner-questions.ts';
import { lookingAtChoices, offered, offersByConditions } from './offered-choices.ts';

/** Returns whether a question and everything around it are shown. The engine's own property stops at one entry. */
export function isShown(question: Question): boolean {
  if (isOutOfSight(question) ? !question.visible : !question.isVisible) return false;
  for (let holder: unknown = question.parent; holder instanceof PanelModelBase; ) {
    if (!holder.visible) return false;
    holder = holder.parent;
  }
  const { parentQuestion } = question;
  return !parentQuestion || isShown(parentQuestion);
}

/** Returns the answers that count: none of hidden questions, also in rows and entries, and no choices that are not offered. */
export function answersThatCount(model: SurveyModel): JsonObject {
  const answers: JsonObject = model.data;
  return Object.fromEntries(
    Object.entries(answers).flatMap(([name, value]) => {
      const question = model.getQuestionByValueName(name);
      const beside = question ?? model.getQuestionByValueName(name.replace(BESIDE, ''));
      const left = question ? counting(question, value) : value;
      return left === undefined || (beside && !isShown(beside)) ? [] : [[name, left] as const];
    }),
  );
}

/** What the engine stores beside an answer: a comment, or the totals of a table. */
const BESIDE = /-(Comment|total)$/;

/** Greater than 0 while an expression or a text looks up a value: hidden answers then seem to be empty. */
let depth = 0;
/** Grows whenever something is shown or hidden. */
let changes = 0;

/** Patches the engine. Called once, before a model is made. */
export function countHiddenAsEmpty(): void {
  // By default a chain of more than ten calculations that stands in reverse order ends with wrong values.
  settings.maxConditionRunCountOnValueChanged = MOST_ROUNDS;
  noteChanges();
  around<JsonValue | undefined>(Question.prototype, 'getValueCore', (call, self) => {
    const value = call();
    return depth > 0 && self instanceof Question ? counting(self, value) : value;
  });
  around(Question.prototype, 'getQuestionComment', (call, self) =>
    depth > 0 && self instanceof Question && !isShown(self) ? '' : call(),
  );
  around(SurveyModel.prototype, 'getValueGetterContext', (call, self) =>
    withShownValues(call(), self),
  );
  around(SurveyModel.prototype, 'getQuestionClearIfInvisible', () => 'onComplete');
  around(SurveyModel.prototype, 'fromJSON', (call, self, [definition]) => {
    if (self instanceof SurveyModel && isObject(definition) && hasCircle(definition))
      circular.add(self);
    return call();
  });
  around(SurveyModel.prototype, 'updateAllQuestionsValue', (call, self) => {
    if (self instanceof SurveyModel) taken.set(self, new Set());
    call();
    if (self instanceof SurveyModel) taken.delete(self);
  });
  around(SurveyModel.prototype, 'runConditions', (call, self) => settle(call, self));
  around(Question.prototype, 'runCondition', settleAlone);
  around(QuestionSelectBase.prototype, 'runItemsCondition', (call, self) => {
    if (!(self instanceof QuestionSelectBase)) return call();
    // Where all choices were offered for a moment, the engine does not see that some are withdrawn again.
    const offersAll = self['filteredChoicesValue'] === undefined;
    const isAnother = lookingAtChoices(call, self);
    if (isAnother === true || (offersAll && self['filteredChoicesValue'] !== undefined))
      changes += 1;
    return isAnother;
  });
  // These look up values. What they cause, such as storing a result or making rows, must see the answers as they are.
  around(ProcessValue.prototype, 'getValueInfoByContext', reading);
  around(TextPreProcessor.prototype, 'process', reading);
  around(FunctionFactory.prototype, 'run', (call, _, [name]) =>
    READING_FUNCTIONS.has(name) ? reading(call) : call(),
  );
  around(ConditionRunner.prototype, 'doOnComplete', writing);
  around(ExpressionRunner.prototype, 'doOnComplete', writing);
  around(QuestionMatrixDropdownModelBase.prototype, 'generateVisibleRowsIfNeeded', makingRows);
  around(QuestionPanelDynamicModel.prototype, 'buildPanelsFirstTime', makingRows);
}

const MOST_ROUNDS = 100;

/** Counts what is shown or hidden. Written out, because the engine sets thousands of properties for each form. */
function noteChanges(): void {
  const { prototype } = Base;
  const set = prototype.setPropertyValue;
  prototype.setPropertyValue = function setPropertyValue(this: Base, name: string, value: unknown) {
    if (name !== 'visible' && name !== 'isVisible') return set.call(this, name, value);
    const before: unknown = this.getPropertyValue(name);
    set.call(this, name, value);
    if (this.getPropertyValue(name) !== before) changes += 1;
  };
}

/** Functions that find a question by its name and read it themselves. */
const READING_FUNCTIONS: ReadonlySet<unknown> = new Set([
  'displayValue',
  'getComment',
  'propertyValue',
]);

function reading<T>(read: () => T): T {
  depth += 1;
  try {
    return read();
  } finally {
    depth -= 1;
  }
}

function writing<T>(write: () => T): T {
  const before = depth;
  depth = 0;
  try {
    return write();
  } finally {
    depth = before;
  }
}

/** The questions that have their answers, of models whose questions are getting theirs one by one. */
const taken = new WeakMap<SurveyModel, Set<Question>>();

/**
 * Gives a question its answer before its rows are made. A condition may ask for the rows of one whose turn is later: they
 * would be made without an answer, and what is calculated in them would overwrite it.
 */
function takeAnswer(question: unknown): void {
  if (!(question instanceof Question) || question.parentQuestion) return;
  const { survey } = question;
  if (!(survey instanceof SurveyModel)) return;
  const have = taken.get(survey);
  if (!have || have.has(question)) return;
  have.add(question);
  question.updateValueFromSurvey(survey.getValue(question.getValueName()));
}

const makingRows = <T>(make: () => T, question: unknown): T =>
  writing(() => {
    takeAnswer(question);
    return make();
  });

function counting(question: Question, value: JsonValue | undefined): JsonValue | undefined {
  if (value === undefined || !isShown(question)) return undefined;
  if (question instanceof QuestionSelectBase) return offered(question, value);
  if (!hasInner(question)) return value;
  const hidden = hiddenWithin(question);
  return hidden === undefined ? value : shownRows(question, value, hidden);
}

/** Returns rows without what is hidden in them. The engine has a table with fixed rows by their names. */
function shownRows(
  question: Question,
  value: JsonValue,
  hidden: readonly HiddenInRow[],
): JsonValue | undefined {
  const shown = (row: JsonValue, i: number) => (isObject(row) ? shownPart(row, hidden[i]) : row);
  if (isList(value)) {
    const rows = value.map(shown);
    const isFixed = question instanceof QuestionMatrixDropdownModel;
    return isFixed && rows.every((row) => isObject(row) && isUntouched(row)) ? undefined : rows;
  }
  if (!isObject(value)) return value;
  const names: readonly string[] = question['visibleRows'].map((row: { rowName: unknown }) =>
    String(row.rowName),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, row]) => [name, shown(row, names.indexOf(name))]),
  );
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** The hidden answers of one row by name; those with rows of their own, of which some may be hidden. */
type HiddenInRow = ReadonlyMap<string, Question>;

function shownPart(row: JsonObject, hidden: HiddenInRow | undefined): JsonObject {
  if (hidden === undefined || hidden.size === 0) return row;
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const question = hidden.get(name.replace(BESIDE, ''));
      if (question === undefined) return [[name, value] as const];
      const left = BESIDE.test(name) ? undefined : counting(question, value);
      return left === undefined ? [] : [[name, left] as const];
    }),
  );
}

interface Known {
  readonly at: number;
  readonly rows: number;
  readonly hidden: readonly HiddenInRow[] | undefined;
}

const known = new WeakMap<Question, Known>();

/** Returns what is hidden in each row; undefined when nothing is. Remembered, since each cell of a column asks for it. */
function hiddenWithin(question: Question): readonly HiddenInRow[] | undefined {
  const all = writing(() => innerQuestions(question));
  const before = known.get(question);
  if (before?.at === changes && before.rows === all.length) return before.hidden;
  const rows = all.map((row) => {
    const partly = row.filter(({ question: inner }) => !isShown(inner) || isPartly(inner));
    return new Map(partly.map((inner) => [inner.name, inner.question]));
  });
  const hidden = rows.some(({ size }) => size > 0) ? rows : undefined;
  known.set(question, { at: changes, rows: all.length, hidden });
  return hidden;
}

/** Returns whether some of an answer may be hidden while the rest is shown. */
const isPartly = (question: Question): boolean =>
  hasInner(question)
    ? hiddenWithin(question) !== undefined
    : question instanceof QuestionSelectBase && offersByConditions(question);

/** Returns whether a question has rows or entries. */
export const hasInner = (question: Question): boolean =>
  question instanceof QuestionMatrixDropdownModelBase ||
  question instanceof QuestionPanelDynamicModel;

/** The names of the engine read the answers of a form here when no question has the whole of a name. */
function withShownValues(context: unknown, model: unknown): unknown {
  if (typeof context !== 'object' || context === null || !(model instanceof SurveyModel))
    return context;
  return Object.defineProperty(context, 'valuesHash', { get: () => answersThatCount(model) });
}

const settling = new WeakSet<SurveyModel>();
/** The models whose conditions depend on each other in a circle. */
const circular = new WeakSet<object>();

/**
 * Runs the conditions until nothing is shown or hidden any more: in a chain of conditions, each round applies the effects
 * of the one before, whatever their order. The result depends on nothing but the answers. Conditions in a circle may have
 * several results, or none: they always begin anew. Where no state lasts, that which hides least is taken of those that
 * come again and again.
 */
function settle(run: () => unknown, model: unknown): void {
  if (!(model instanceof SurveyModel) || settling.has(model)) {
    run();
    return;
  }
  // Questions are getting their answers one by one; the engine runs the conditions once all have theirs.
  if (model.isSettingData()) return;
  settling.add(model);
  const isOfOneAnswer = model['isRunningConditionOnValueChanged'];
  // For the engine, nothing has changed inside of an answer that is gone, such as the only cell of a table.
  if (Object.values(model['questionTriggersKeys'] ?? {}).includes(undefined))
    model['isRunningConditionOnValueChanged'] = false;
  const page: unknown = model.currentPage;
  const most = MOST_ROUNDS + model.getAllQuestions().length;
  const isLeast = circular.has(model) ? beginAnew(model) : undefined;
  try {
    for (let round = 0; round <= most; round += 1) {
      const before = changes;
      run();
      if (changes === before || isLeast?.(round)) break;
      // What was hidden or shown may be in any expression, and not only in those of the answer that changed.
      model['isRunningConditionOnValueChanged'] = false;
    }
  } finally {
    model['isRunningConditionOnValueChanged'] = isOfOneAnswer;
    settling.delete(model);
  }
  // It may have been hidden for a round.
  if (page instanceof PageModel && page !== model.currentPage && page.isVisible)
    model.currentPage = page;
}

/**
 * A section with a new entry runs its own conditions alone. What that shows or hides may be in those of any other. The
 * questions inside do so while the entry is made; it can not be read before it is.
 */
function settleAlone(run: () => unknown, question: unknown): void {
  const before = changes;
  run();
  if (changes === before || !(question instanceof Question) || question.parentQuestion) return;
  const { survey } = question;
  if (survey instanceof SurveyModel && !settling.has(survey) && !survey.isLoadingFromJson)
    survey.runExpressions();
}

/**
 * Shows and offers everything that has a condition, and forgets what was calculated. Returns a function that is called after each round
 * and tells whether to stay with its state.
 */
function beginAnew(model: SurveyModel): (round: number) => boolean {
  model['isRunningConditionOnValueChanged'] = false;
  model['isRunningConditionsValue'] = true;
  try {
    for (const part of [...model.pages, ...model.getAllPanels()]) {
      if (part instanceof PanelModelBase && part.visibleIf) part.visible = true;
    }
    for (const question of model.getAllQuestions(false, false, true)) showWhole(question);
  } finally {
    model['isRunningConditionsValue'] = false;
  }
  let least: string | undefined;
  return (round) => {
    if (round < ROUNDS_UNSEEN) return false;
    if (round === ROUNDS_UNSEEN) forgetWithdrawn(model);
    // What is inside of something hidden does not count: the page may have made its rows already.
    const all = hiddenIn(model);
    const hidden = all.filter((at) => !all.some((outer) => at.startsWith(`${outer}[`)));
    // In the order of texts, so that fewer come first.
    const state = JSON.stringify([hidden.length + LARGE, hidden, model.data]);
    if (round >= ROUNDS_UNSEEN + ROUNDS_SEEN) return state === least;
    if (least === undefined || state < least) least = state;
    return false;
  };
}

const LARGE = 1e6;

function showWhole(question: Question): void {
  if (question.visibleIf) question.visible = true;
  if (question instanceof QuestionPanelDynamicModel)
    for (const entry of question.panels) entry.visible = true;
  if (question instanceof QuestionSelectBase) question['filteredChoicesValue'] = undefined;
  if (question instanceof QuestionExpressionModel) question.clearValue();
}

/** Most forms with a circle have a state that lasts, and reach it within these rounds. */
const ROUNDS_UNSEEN = 8;
/** Of these rounds, the state that hides least is taken. */
const ROUNDS_SEEN = 12;

/**
 * Forgets what was chosen of choices that are not offered now. The engine chooses it again once they are, which a page that
 * is opened anew could not know.
 */
function forgetWithdrawn(model: SurveyModel): void {
  for (const question of model.getAllQuestions(false, false, true)) {
    if (question instanceof QuestionSelectBase) question['invisibleOldValues'] = {};
  }
}

/** Returns the paths of all hidden questions, such as `visits[0].who`, also of those within hidden ones. */
export function hiddenIn(model: SurveyModel): readonly string[] {
  const hidden: string[] = [];
  const look = (question: Question, at: string): void => {
    if (!isShown(question)) hidden.push(at);
    for (const [i, row] of innerQuestions(question).entries()) {
      for (const inner of row) look(inner.question, `${at}[${i}].${inner.name}`);
    }
  };
  for (const question of model.getAllQuestions(false, false, false)) look(question, question.name);
  return hidden;
}
