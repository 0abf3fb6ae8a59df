import { createElement, useLayoutEffect, useRef } from 'react';
import { ReactQuestionFactory, SurveyActionBar } from 'survey-react-ui';
import { afterPointer } from './after-pointer.ts';
import { hasOwnRules, unitOf } from './own-properties.ts';
import { registerTypedText, TypedText } from './typed-text.ts';

interface TextInputProps {
  readonly question: TypedText;
}

/**
 * The input of a text field. Only the person writes into it: the screen changes its text only when something else has
 * changed the answer, never because it renders again.
 */
function TextInput({ question }: TextInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(false);
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    question.shownIn = element;
    const show = () => {
      if (!typed.current && element.value !== question.shownText) {
        element.value = question.shownText;
      }
    };
    show();
    const key = `input-${question.uniqueId}`;
    question.registerFunctionOnPropertiesValueChanged(['value', 'unread'], show, key);
    return () => {
      question.unRegisterFunctionOnPropertiesValueChanged(['value', 'unread'], key);
      if (question.shownIn === element) question.shownIn = undefined;
    };
  }, [question]);
  const take = () => {
    typed.current = true;
    try {
      question.take();
    } finally {
      typed.current = false;
    }
  };
  const { dataListId, isNumber } = question;
  const unit = isNumber ? unitOf(question) : undefined;
  const unitId = `${question.inputId}-unit`;
  return (
    <div className={unit ? `${question.getRootClass()} with-unit` : question.getRootClass()}>
      <input
        ref={input}
        id={question.inputId}
        className={question.getControlClass()}
        // A browser reads numbers in its own language, and returns nothing for those that it cannot read.
        type={isNumber ? 'text' : question.inputType}
        {...(isNumber && { inputMode: 'decimal', autoCorrect: 'off', spellCheck: false })}
        disabled={question.isDisabledAttr}
        readOnly={question.isReadOnlyAttr}
        style={question.inputStyle}
        maxLength={question.getMaxLength() ?? undefined}
        min={isNumber ? undefined : question.shownBound(question.renderedMin)}
        max={isNumber ? undefined : question.shownBound(question.renderedMax)}
        step={isNumber ? undefined : question.renderedStep}
        size={question.renderedInputSize}
        placeholder={question.renderedPlaceholder}
        list={dataListId}
        autoComplete={question.autocomplete}
        onInput={take}
        // Some autofill tools send only this event.
        onChange={take}
        // The browser sends no event for a time while some of its parts are missing.
        onKeyUp={() => question.isTime && take()}
        onFocus={(event) => question.onFocus(event.nativeEvent)}
        onBlur={(event) => {
          take();
          question.onBlur(event.nativeEvent);
          if (isNumber) event.currentTarget.value = question.shownText;
          if (question.unread !== undefined || hasOwnRules(question)) {
            afterPointer(() => question.validate(true));
          }
        }}
        aria-required={question.a11y_input_ariaRequired}
        aria-label={question.a11y_input_ariaLabel}
        aria-labelledby={question.a11y_input_ariaLabelledBy}
        aria-describedby={
          [question.a11y_input_ariaDescribedBy, unit && unitId].filter(Boolean).join(' ') ||
          undefined
        }
        aria-invalid={question.a11y_input_ariaInvalid}
        aria-errormessage={question.a11y_input_ariaErrormessage}
      />
      {unit !== undefined && (
        <span className="unit" id={unitId}>
          {unit}
        </span>
      )}
      {dataListId !== undefined && question.dataList.length > 0 && (
        <datalist id={dataListId}>
          {question.dataList.map((each: string) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {question.hasVisibleInputActions && (
        <SurveyActionBar model={question.inputActionsContainer} />
      )}
    </div>
  );
}

/** Called once. Every form that is shown afterwards uses this input, also in cells of tables. */
export function registerTextInput(): void {
  registerTypedText();
  ReactQuestionFactory.Instance.registerQuestion('text', (props) => {
    const question: unknown = Reflect.get(Object(props), 'question');
    if (!(question instanceof TypedText)) {
      throw new Error('The engine shows a text field that is none of ours');
    }
    return createElement(TextInput, { key: question.id, question });
  });
}
