// The forms engine's own renderer: loaded only by what shows a form to fill in, because it is larger
// than all the rest of the app. Import it lazily.
import 'survey-core/survey-core.fontless.min.css';
import './survey-view.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  createBaseThemeStyle,
  Model,
  QuestionMatrixDynamicModel,
  SvgRegistry,
  surveyLocalization,
} from 'survey-core';
import { Survey } from 'survey-react-ui';
import { patchEmptyRatings } from '#forms/engine/empty-ratings.ts';
import { localiseAgain, localiseDates } from '#forms/engine/localise-dates.ts';
import { setWallClock } from '#forms/engine/wall-clock.ts';
import { keepChoicesWhole } from '#forms/engine/whole-choices.ts';
import { useSession } from '../api/session.ts';
import { useTranslation } from '../texts.ts';
import { LOOKS } from './look.ts';
import { registerTextInput } from './text-input.tsx';

registerTextInput();

export type Answers = Readonly<Record<string, unknown>>;

interface SurveyViewProps {
  /** SurveyJS JSON. Another one (by identity) makes a new model. */
  readonly definition: object;
  /** What it starts with; later changes come through `setUp`'s model. */
  readonly answers?: Answers;
  readonly isReadOnly?: boolean;
  /**
   * Gets each new model before it is shown: to hang handlers on (files, values) or to keep it.
   * `validate`, `data`, `mergeData` and `currentPageNo` of the model are there for the page.
   */
  readonly setUp?: (model: Model) => void;
}

const LANGUAGES: Readonly<Record<string, () => Promise<unknown>>> = {
  de: () => import('survey-core/i18n/german'),
};

/** A form as who fills it in sees it, without a button to complete it: the page around it has one. */
export function SurveyView(props: SurveyViewProps) {
  const { definition, answers, isReadOnly = false, setUp } = props;
  const { i18n } = useTranslation();
  const language = useEngineLanguage(i18n.language);
  const scheme = useComputedColorScheme('light');
  const [model, setModel] = useState<Model>();
  const [round, setRound] = useState(0);
  const look = useEffectEvent((shown: Model) => {
    if (language === undefined) return;
    // What the engine shows above the page asks no model for its language.
    surveyLocalization.currentLocale = language;
    shown.locale = language;
    localiseAgain(shown);
    shown.readOnly = isReadOnly;
    shown.applyTheme(LOOKS[scheme]);
  });
  const start = useEffectEvent((made: Model) => {
    // Before it is shown: the engine measures anew after each change of these, a moment later, and fails
    // when its elements are gone by then.
    look(made);
    if (answers !== undefined) answer(made, answers);
    setUp?.(made);
    setModel(made);
    setRound((before) => before + 1);
  });
  const { timeZone } = useSession().account;
  // Before a model is made; a change of it must not make another, which would lose what is being typed.
  useEffect(() => setWallClock({ now: Date.now, timeZone }), [timeZone]);
  // Not before its language is there: some of its words are written once.
  const isReady = language !== undefined;
  useEffect(() => {
    if (isReady) start(modelOf(definition));
  }, [definition, isReady]);
  const appearance = `${language} ${isReadOnly} ${scheme}`;
  const shownAs = useRef(appearance);
  useEffect(() => {
    if (model === undefined || shownAs.current === appearance) return;
    shownAs.current = appearance;
    look(model);
  }, [model, appearance]);
  // With elements of its own: what the engine still measures of the model before must find them whole.
  return (
    <div className="survey-view" onInput={({ target }) => model && takeComment(model, target)}>
      {model !== undefined && <Survey key={round} model={model} />}
    </div>
  );
}

/**
 * Twice: the engine makes the entries of a repeating section late, and then fills default values into what somebody
 * has emptied.
 */
function answer(model: Model, answers: Answers): void {
  const starting = tablesOf(model).map((table) => [table, table.rowCount] as const);
  model.data = structuredClone(answers);
  model.getAllQuestions(false, false, true);
  model.data = structuredClone(answers);
  for (const [table, count] of starting) {
    // What is calculated in them is taken for an answer that was removed, and the rows with it.
    if (answers[table.name] === undefined && table.rowCount < count) table.rowCount = count;
  }
}

const tablesOf = (model: Model): readonly QuestionMatrixDynamicModel[] =>
  model.getAllQuestions().filter((each) => each instanceof QuestionMatrixDynamicModel);

function modelOf(definition: object): Model {
  addBaseStyle();
  keepChoicesWhole();
  patchEmptyRatings();
  const model = new Model(JSON.parse(JSON.stringify(definition), onTyping));
  localiseDates(model);
  numberRows(model);
  model.generateStylesheet = false;
  model.showTitle = false;
  model.showCompleteButton = false;
  // A form made elsewhere may go without the buttons, and its second page could not be reached.
  model.showNavigationButtons = true;
  model.focusFirstQuestionAutomatic = false;
  model.questionErrorLocation = 'bottom';
  model.textUpdateMode = 'onTyping';
  model.widthMode = 'responsive';
  return model;
}

/** To a screen reader, rows that come with answers are all row 0: the engine numbers only those that somebody adds. */
function numberRows(model: Model): void {
  const waiting = new Set<object>();
  model.onMatrixCellCreated.add((_, { question }) => {
    if (waiting.has(question)) return;
    waiting.add(question);
    // When all of them are there.
    queueMicrotask(() => {
      waiting.delete(question);
      for (const [i, row] of question.visibleRows.entries()) row.visibleIndex = i;
      question.locStrsChanged();
    });
  });
}

/** The engine hears of a comment beside an answer only when it is left, unless the answer is chosen from a list. */
function takeComment(model: Model, target: EventTarget): void {
  if (!(target instanceof HTMLTextAreaElement)) return;
  const question = model.getAllQuestions(true).find(({ commentId }) => commentId === target.id);
  if (question !== undefined && question.comment !== target.value) question.comment = target.value;
}

/** No question waits until it is left: what was typed until then would be lost with the page. */
const onTyping = (key: string, value: unknown): unknown =>
  key === 'textUpdateMode' && value === 'onBlur' ? 'onTyping' : value;

/** The language that is spoken, once the engine's texts in it are there; undefined until then for the first one. */
function useEngineLanguage(wanted: string): string | undefined {
  const [loaded, setLoaded] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const load = Object.hasOwn(LANGUAGES, wanted) ? LANGUAGES[wanted] : undefined;
    const show = (language: string) => {
      if (isCurrent) setLoaded(language);
    };
    (load?.() ?? Promise.resolve()).then(
      () => show(wanted),
      // Without a network, for instance: a form in English is better than none.
      () => show('en'),
    );
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return loaded;
}

let hasBaseStyle = false;

/** The engine would write it into a style element, which the policy of our pages refuses. */
function addBaseStyle(): void {
  if (hasBaseStyle) return;
  hasBaseStyle = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(createBaseThemeStyle());
  document.adoptedStyleSheets.push(sheet);
  // Of a clock that our forms don't have: its style attribute is refused as well.
  for (const [name, picture] of Object.entries(SvgRegistry.icons)) {
    if (picture.includes(' style=')) delete SvgRegistry.icons[name];
  }
}
