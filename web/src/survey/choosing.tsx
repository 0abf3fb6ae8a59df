import { Button } from '@mantine/core';
import { createElement, useRef } from 'react';
import { type Question, QuestionBooleanModel } from 'survey-core';
import {
  ReactQuestionFactory,
  SurveyElementBase,
  SurveyQuestionRadiogroup,
  SurveyQuestionRating,
  SurveyQuestionRatingDropdown,
} from 'survey-react-ui';
import { elementIn } from '#web/kinds/questions.tsx';
import { inputAttributes, useQuestion } from '#web/kinds/use-question.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface ScreenProps<Q> {
  readonly question: Q;
}

/** Called once. Every form that is shown afterwards has these questions. */
export function registerChoosing(): void {
  const { Instance } = ReactQuestionFactory;
  Instance.registerQuestion('boolean', (props) => {
    const { question } = elementIn(props);
    if (!(question instanceof QuestionBooleanModel)) {
      throw new Error('The engine shows another boolean');
    }
    return (
      <Clearable key={question.id} question={question}>
        <YesOrNo question={question} />
      </Clearable>
    );
  });
  for (const [type, shown] of [
    ['radiogroup', SurveyQuestionRadiogroup],
    ['rating', SurveyQuestionRating],
    ['sv-rating-dropdown', SurveyQuestionRatingDropdown],
  ] as const) {
    Instance.registerQuestion(type, (props) => {
      const { question } = elementIn(props);
      return (
        <Clearable key={question.id} question={question}>
          {createElement(shown, Object(props))}
        </Clearable>
      );
    });
  }
}

/** Two choices: the engine's switch shows one of them where the other was, and a second tap takes that. */
function YesOrNo({ question }: ScreenProps<QuestionBooleanModel>) {
  useQuestion(question);
  const { cssClasses, swapOrder, displayMode, isInputReadOnly } = question;
  const yes = { value: question.getValueTrue(), text: question['locLabelTrue'] };
  const no = { value: question.getValueFalse(), text: question['locLabelFalse'] };
  const { id, ...attributes } = inputAttributes(question);
  // Such a definition hides the title, which the engine shows beside the box or the switch instead.
  const hasTitle = question.isLabelRendered && /^(?:checkbox|switch)$/.test(displayMode);
  return (
    <div
      role="radiogroup"
      {...attributes}
      aria-readonly={isInputReadOnly || undefined}
      className="yes-or-no"
    >
      {hasTitle && (
        <span id={question.labelRenderedAriaID ?? undefined} className="yes-or-no-title">
          {SurveyElementBase.renderLocString(question.locTitle)}
        </span>
      )}
      {(swapOrder ? [yes, no] : [no, yes]).map(({ value, text }, i) => (
        <div key={String(value)} className={question.getRadioItemClass(cssClasses, value)}>
          <label className={cssClasses.radioLabel}>
            <input
              type="radio"
              // The engine moves the focus to it.
              id={i === 0 ? id : undefined}
              name={question.questionName}
              checked={value === question.value}
              disabled={question.isDisabledAttr}
              className={cssClasses.itemRadioControl}
              onChange={() => {
                if (!isInputReadOnly) question.value = value;
              }}
            />
            <span className={cssClasses.materialRadioDecorator}>
              {question.itemSvgIcon && (
                <svg className={cssClasses.itemRadioDecorator} aria-hidden>
                  <use xlinkHref={question.itemSvgIcon} />
                </svg>
              )}
            </span>
            <span className={cssClasses.radioControlLabel}>
              {SurveyElementBase.renderLocString(text)}
            </span>
          </label>
        </div>
      ))}
    </div>
  );
}

interface ClearableProps extends ScreenProps<Question> {
  readonly children: React.ReactNode;
}

/** A question whose chosen answer stays when it is chosen again, with a button that clears it. */
function Clearable({ question, children }: ClearableProps) {
  const { t } = useTranslation();
  useQuestion(question);
  const root = useRef<HTMLDivElement>(null);
  if (question.isInputReadOnly) return children;
  const clear = () => {
    question.clearValueFromUI();
    // The button is about to disappear.
    root.current?.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus();
  };
  const label = t('survey.clearAnswer');
  const title = question.a11y_input_ariaLabel ?? question.processedTitle;
  return (
    <div ref={root} className="clearable">
      {children}
      {/* Its place is kept, so that nothing moves under the next tap once it appears. */}
      <Button
        className="clear-answer"
        data-idle={question.isEmpty() || undefined}
        variant="subtle"
        size="compact-xs"
        aria-label={`${label}: ${title}`}
        onClick={clear}
      >
        {label}
      </Button>
    </div>
  );
}
