// The renderer of the forms engine. It is larger than the rest of the app, so it is loaded only by screens that show a
// form. Import it lazily.
import { NativeSelect, useComputedColorScheme } from '@mantine/core';
import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createBaseThemeStyle, Model, SvgRegistry, surveyLocalization } from 'survey-core';
import 'survey-core/survey-core.fontless.min.css';
import { Survey } from 'survey-react-ui';
import { keepChoices } from '#questionnaires/engine/kept-choices.ts';
import { localiseAgain, localiseDates } from '#questionnaires/engine/localise-dates.ts';
import { patchEngine } from '#questionnaires/engine/patch-engine.ts';
import { setLocale } from '#questionnaires/engine/set-locale.ts';
import { setWallClock } from '#questionnaires/engine/wall-clock.ts';
import { useSession } from '#web/api/session.ts';
import { directionOf, languageName, tagOf } from '#web/builder/languages.ts';
import { registerQuestions } from '#web/kinds/questions.tsx';
import { registerKinds } from '#web/kinds/register.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { registerChoosing } from './choosing.tsx';
import { loadEngineTexts } from './engine-texts.ts';
import { FormBrandContext } from './form-brand-context.ts';
import { keepFormLanguage } from './form-language.ts';
import { type Answers, giveAnswers } from './give-answers.ts';
import { arrangeInColumns } from './in-columns.ts';
import { LOOKS } from './look.ts';
import { keepDoubleTapped } from './second-tap.ts';
import './survey-view.css';
import { registerTextInput } from './text-input.tsx';
import { useFormFunctions } from './use-form-functions.ts';
import { useFormLanguage } from './use-form-language.ts';
import { withUnits } from './with-units.ts';

// defaults-now.ts imports it from here. From its own file, it would be one more script to load before the first question.
export { setWallClock };

registerTextInput();
registerKinds();
registerQuestions();
registerChoosing();
// The engine capitalises each word of this button, unlike every other button of the app.
surveyLocalization.getLocaleStrings('en').addRow = 'Add row';

interface SurveyViewProps {
  /** SurveyJS JSON. A new object makes a new model, even if its content is equal. */
  readonly definition: object;
  /** The initial answers; later changes are made through the model of `setUp`. */
  readonly answers?: Answers;
  readonly isReadOnly?: boolean;
  /**
   * Receives each new model before it is shown, to add handlers (files, values) or to keep it. The screen may use the
   * model's `validate`, `data`, `mergeData` and `currentPageNo`.
   */
  readonly setUp?: (model: Model) => void;
}

/** A form as people fill it in, without a button to complete it, which the screen around it has. */
export function SurveyView(props: SurveyViewProps) {
  const { definition, answers, isReadOnly = false, setUp } = props;
  const { t } = useTranslation();
  const { languages, wanted } = useFormLanguage(definition);
  const isTranslated = languages.length > 1;
  const language = useEngineLanguage(wanted);
  const scheme = useComputedColorScheme('light');
  const { columns } = use(FormBrandContext);
  const [model, setModel] = useState<Model>();
  const [round, setRound] = useState(0);
  const look = useEffectEvent((shown: Model) => {
    if (language === undefined) return;
    // Popups that the engine shows outside of the form do not use the language of the model.
    surveyLocalization.currentLocale = language;
    setLocale(shown, language);
    localiseAgain(shown);
    shown.readOnly = isReadOnly;
    shown.applyTheme(LOOKS[scheme]);
  });
  const start = useEffectEvent((made: Model) => {
    // Set before the model is shown: after each change of these the engine measures its elements a moment later, and
    // fails if they no longer exist.
    look(made);
    if (answers !== undefined) giveAnswers(made, answers);
    setUp?.(made);
    setModel(made);
    setRound((before) => before + 1);
  });
  const { timeZone } = useSession().account;
  // Set before a model is made. A change of it must not make another model, which would lose what is being typed.
  useEffect(() => setWallClock({ now: Date.now, timeZone }), [timeZone]);
  // Waits for the language, of which the engine writes some texts only once, and for the functions of the form.
  const isReady = useFormFunctions(definition) && language !== undefined;
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
  useEffect(() => {
    if (model !== undefined) arrangeInColumns(model, columns);
  }, [model, columns]);
  // Each model gets elements of its own: the engine may still measure those of the previous model.
  return (
    <div
      ref={keepingTaps}
      className="survey-view"
      {...(isTranslated && { lang: tagOf(wanted), dir: directionOf(wanted) })}
      onInput={({ target }) => model && takeComment(model, target)}
    >
      {isTranslated && (
        <NativeSelect
          className="survey-language"
          size="xs"
          aria-label={t('survey.language')}
          value={wanted}
          onChange={({ currentTarget }) => keepFormLanguage(currentTarget.value)}
          // Each as its speakers write it.
          data={languages.map((code) => ({ value: code, label: languageName(code, code) }))}
        />
      )}
      {model !== undefined && <Survey key={round} model={model} />}
    </div>
  );
}

/** As the reference of the element around a form. */
const keepingTaps = (form: HTMLDivElement | null) =>
  form === null ? undefined : keepDoubleTapped(form);

/** Below this width of a form, in CSS pixels, the engine lays it out for a phone. */
const NARROW_PX = 600;

function modelOf(definition: object): Model {
  addBaseStyle();
  patchEngine();
  keepChoices();
  const model = new Model(JSON.parse(JSON.stringify(withUnits(definition)), onTyping));
  localiseDates(model);
  numberRows(model);
  model.generateStylesheet = false;
  model.showTitle = false;
  model.showCompleteButton = false;
  // An imported form may hide the buttons, and its second page could not be reached.
  model.showNavigationButtons = true;
  model.focusFirstQuestionAutomatic = false;
  model.questionErrorLocation = 'bottom';
  model.textUpdateMode = 'onTyping';
  model.widthMode = 'responsive';
  // The engine measures the width only once the form is shown: on a phone everything would move then.
  model.setIsMobile(window.innerWidth < NARROW_PX);
  return model;
}

/**
 * Numbers the rows of tables: the engine numbers only rows that somebody adds, so a screen reader would call all others
 * row 0.
 */
function numberRows(model: Model): void {
  const waiting = new Set<object>();
  model.onMatrixCellCreated.add((_, { question }) => {
    if (waiting.has(question)) return;
    waiting.add(question);
    // Runs once all rows exist.
    queueMicrotask(() => {
      waiting.delete(question);
      for (const [i, row] of question.visibleRows.entries()) row.visibleIndex = i;
      question.locStrsChanged();
    });
  });
}

/**
 * Reads a comment beside an answer while it is typed. The engine does so only when the field is left, unless the answer
 * is chosen from a list.
 */
function takeComment(model: Model, target: EventTarget): void {
  if (!(target instanceof HTMLTextAreaElement)) return;
  const question = model.getAllQuestions(true).find(({ commentId }) => commentId === target.id);
  if (question !== undefined && question.comment !== target.value) question.comment = target.value;
}

/**
 * Makes every question report its value while it is typed: input that waits until the field is left would be lost with
 * the document.
 */
const onTyping = (key: string, value: unknown): unknown =>
  key === 'textUpdateMode' && value === 'onBlur' ? 'onTyping' : value;

/** Returns the language once the engine's texts in it are loaded; undefined until the first one is. English always is. */
function useEngineLanguage(wanted: string): string | undefined {
  const [loaded, setLoaded] = useState(wanted === 'en' ? wanted : undefined);
  useEffect(() => {
    let isCurrent = true;
    const show = () => {
      if (isCurrent) setLoaded(wanted);
    };
    // Without a network, for example: buttons in English are better than no form.
    loadEngineTexts(wanted).then(show, show);
    return () => {
      isCurrent = false;
    };
  }, [wanted]);
  return loaded;
}

let hasBaseStyle = false;

/**
 * Adds the engine's base style as a style sheet object. The engine itself would use a style element, which the content
 * security policy blocks.
 */
function addBaseStyle(): void {
  if (hasBaseStyle) return;
  hasBaseStyle = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(createBaseThemeStyle());
  document.adoptedStyleSheets.push(sheet);
  // Removes icons with a style attribute, which is blocked as well. Only a clock that Formstead does not show has one.
  for (const [name, picture] of Object.entries(SvgRegistry.icons)) {
    if (picture.includes(' style=')) delete SvgRegistry.icons[name];
  }
}
