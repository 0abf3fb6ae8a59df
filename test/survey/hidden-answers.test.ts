// The page and the server agree on what is shown, required, calculated and stored: random forms, filled in at random.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type Question, SurveyModel } from 'survey-core';
import type { JsonObject } from '#kernel/json.ts';
import { shapesOf } from '#questionnaires/answers/answer-shapes.ts';
import { factsIn } from '#questionnaires/engine/form-facts.ts';
import { hiddenIn, isShown } from '#questionnaires/engine/hidden-is-empty.ts';
import { innerQuestions } from '#questionnaires/engine/inner-questions.ts';
import { checkAnswers, findFacts } from '#questionnaires/engine/run-model.ts';
import { shownAnswers } from '#questionnaires/engine/shown-answers.ts';
import { withoutDefaults } from '#questionnaires/engine/without-defaults.ts';
import { withoutEngineValues } from '#questionnaires/engine/without-engine-values.ts';
import { typedAnswers } from '#web/fill/typed-answers.ts';
import { giveAnswers } from '#web/survey/give-answers.ts';
import { casesOf, IS_DEEP } from '../support/timing.ts';
import { Dice, FIXED, randomForm, randomStep } from './random-form.ts';

const SETTING = { locale: undefined, now: 0, timeZone: 'UTC' };
/** `npm run test:deep` tries 100,000 histories, and a quarter as many with circles. */
const PARTS = IS_DEEP ? 25 : 1;
const HISTORIES = casesOf({ daily: 40, nightly: 400, deep: 4000 });

function pageModel(definition: JsonObject, answers: JsonObject): SurveyModel {
  const model = new SurveyModel(JSON.parse(JSON.stringify(definition)));
  giveAnswers(model, answers);
  return model;
}

/** What the page shows and complains about, and what it would store if the form were complete. */
function onPage(model: SurveyModel, definition: JsonObject) {
  const hidden = hiddenIn(model);
  const answers = withoutEngineValues(shapesOf(definition), shownAnswers(model));
  model.validate(true, false);
  const faults = model
    .getAllQuestions(true, false, false)
    .flatMap((question) => faultsOf(question, question.name));
  return { hidden, answers, faults };
}

const faultsOf = (question: Question, at: string): readonly string[] => [
  ...question.errors.map((error) => `${at} ${error.getErrorType()}`),
  ...innerQuestions(question).flatMap((row, i) =>
    row.flatMap((inner) =>
      isShown(inner.question) ? faultsOf(inner.question, `${at}[${i}].${inner.name}`) : [],
    ),
  ),
];

function onServer(definition: JsonObject, draft: JsonObject) {
  const { hidden, answers, faults } = checkAnswers(definition, draft, SETTING);
  return { hidden, answers, faults: faults.map(({ at, kind }) => `${at} ${kind}`) };
}

const plainly = <T>(value: T): T => JSON.parse(JSON.stringify(value));

function tryHistory(seed: number, circles: boolean): void {
  const dice = new Dice(seed);
  const definition = randomForm(dice, { circles });
  const filled = pageModel(definition, {});
  for (let left = dice.below(10); left >= 0; left -= 1) randomStep(dice, filled);
  const draft: JsonObject = JSON.parse(JSON.stringify(typedAnswers(definition)(filled.data)));
  // Conditions in a circle may have several states. Which of them a page shows is certain once it is opened again. Then
  // what has no answer would get its calculated default value, which no server gives to a form that has begun.
  const model = circles ? pageModel(withoutDefaults(definition), draft) : filled;
  if (circles) filled.dispose();
  const about = `history ${seed}: ${JSON.stringify({ definition, draft })}`;
  // An entry without any answer at the end of its list is on the page alone.
  const isKept = (at: string) => {
    const [, name, row] = /^([^[]+)\[(\d+)\]/.exec(at) ?? [];
    return (
      name === undefined || name.endsWith(FIXED) || Object.hasOwn(Object(draft[name]), Number(row))
    );
  };
  // What is inside of something hidden is hidden with it, however many entries that has.
  const outermost = (hidden: readonly string[]) =>
    hidden.filter((at) => isKept(at) && !hidden.some((outer) => at.startsWith(`${outer}[`)));
  if (dice.once(4)) {
    const { hidden, computed } = plainly(factsIn(model, definition));
    const facts = findFacts(definition, draft, SETTING);
    assert.deepEqual(
      [outermost(hidden), computed],
      [outermost(facts.hidden), facts.computed],
      about,
    );
  }
  const { hidden, answers, faults } = plainly(onPage(model, definition));
  model.dispose();
  const page = { hidden: outermost(hidden), answers, faults: faults.filter(isKept) };
  const server = onServer(definition, draft);
  assert.deepEqual(page, { ...server, hidden: outermost(server.hidden) }, about);
}

// The server patches the engine, as the page does before it makes a model.
findFacts({}, {}, SETTING);

/** The engine puts off some of its work, which keeps its models in memory: it gets its turn in between. */
const TURN = 25;

async function tryHistories(seeds: readonly number[], circles: boolean): Promise<void> {
  for (const [i, seed] of seeds.entries()) {
    tryHistory(seed, circles);
    if (i % TURN === 0) await setTimeout(1);
  }
}

for (let part = 0; part < PARTS; part += 1) {
  const seeds = (count: number) => Array.from({ length: count }, (_, i) => part * count + i + 1);
  test(`page and server agree on what is shown, required, calculated and stored (${part + 1})`, () =>
    tryHistories(seeds(HISTORIES), false));
  test(`page and server agree on conditions that depend on each other in circles (${part + 1})`, () =>
    tryHistories(seeds(HISTORIES / 4), true));
}
