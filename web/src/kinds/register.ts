// The types of questions that Formstead adds to the engine, for screens. They are small and part of every form; what a
// person does with them is loaded by forms that have them.
import { type ComponentType, createElement } from 'react';
import {
  type Question,
  QuestionCheckboxModel,
  QuestionImagePickerModel,
  QuestionSliderModel,
  Serializer,
} from 'survey-core';
import { ReactQuestionFactory } from 'survey-react-ui';
import { STATIC_TYPES } from '#questionnaires/definition/static-types.ts';
import {
  ListQuestion,
  PersonQuestion,
  registerListQuestion,
} from '#questionnaires/engine/list-question.ts';
import {
  BarcodeQuestion,
  registerOwnQuestions,
  SketchQuestion,
} from '#questionnaires/engine/own-questions.ts';
import { registerStaticParts, StaticPart } from '#questionnaires/engine/static-parts.ts';
import { Later, type LaterScreen, type ScreenProps } from './later.tsx';
import { TypedPlace } from './typed-place.ts';

let isRegistered = false;

/** Called before a model is made. */
export function registerKinds(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerOwnQuestions();
  registerListQuestion();
  registerStaticParts();
  Serializer.overrideClassCreator('location', () => new TypedPlace(''));
  showLater(
    'location',
    TypedPlace,
    async () => (await import('./location-screen.tsx')).PlaceScreen,
  );
  const rows = async () => (await import('./sharedlist-screen.tsx')).RowScreen;
  showLater('sharedlist', ListQuestion, rows);
  showLater('person', PersonQuestion, rows);
  showLater(
    'sketch',
    SketchQuestion,
    async () => (await import('./sketch-screen.tsx')).SketchScreen,
  );
  showLater(
    'barcode',
    BarcodeQuestion,
    async () => (await import('./barcode-screen.tsx')).BarcodeScreen,
  );
  const choices = () => import('./choices-screen.tsx');
  showLater(
    'imagepicker',
    QuestionImagePickerModel,
    async () => (await choices()).ImageChoiceScreen,
  );
  showLater('ranking', QuestionCheckboxModel, async () => (await choices()).RankingScreen);
  showLater('slider', QuestionSliderModel, async () => (await choices()).SliderScreen);
  const load = async () => (await import('./instructions-screen.tsx')).StaticScreen;
  for (const type of STATIC_TYPES) showLater(type, StaticPart, load);
}

/** Shows questions of a type with a screen that is loaded when a form first shows one. */
export function showLater<Q extends Question>(
  type: string,
  Known: new (...made: never[]) => Q,
  load: () => Promise<ComponentType<ScreenProps<Q>>>,
): void {
  const screen: LaterScreen<Q> = { load };
  ReactQuestionFactory.Instance.registerQuestion(type, (props) => {
    const question: unknown = Reflect.get(Object(props), 'question');
    if (!(question instanceof Known)) throw new Error(`The engine shows another ${type}`);
    return createElement(Later<Q>, { key: question.id, question, screen });
  });
}
