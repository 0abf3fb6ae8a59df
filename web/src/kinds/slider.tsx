import { useRef } from 'react';
import type { QuestionSliderModel } from 'survey-core';
import { useTranslation } from '#web/texts/texts.ts';
import { ClearAnswer } from './clear-answer.tsx';
import classes from './kinds.module.css';
import type { ScreenProps } from './later.tsx';
import { inputAttributes, useQuestion } from './use-question.ts';

/** A number between two bounds. It has no value before somebody moves or taps it, wherever the browser shows its knob. */
export function SliderScreen({ question }: ScreenProps<QuestionSliderModel>) {
  useQuestion(question);
  const { t, i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { min, max, isInputReadOnly } = question;
  const step = question.step || 1;
  const value: unknown = question.value;
  const isSet = typeof value === 'number';
  const unit: unknown = question['unit'];
  const write = (number: number) =>
    [number.toLocaleString(i18n.language), unit].filter((each) => each).join(' ');
  const text = isSet ? write(value) : t('kinds.noValue');
  const take = (element: HTMLInputElement) => {
    if (!isInputReadOnly) question.value = Number(element.value);
  };
  return (
    <div className="clearable">
      <div className={classes['slider']} data-idle={!isSet || undefined}>
        <output htmlFor={question.inputId}>{text}</output>
        <input
          ref={input}
          {...inputAttributes(question)}
          type="range"
          min={min}
          max={max}
          step={step}
          value={isSet ? value : middleOf(min, max, step)}
          aria-valuetext={text}
          disabled={question.isDisabledAttr || isInputReadOnly}
          onChange={({ currentTarget }) => take(currentTarget)}
          // Whoever taps the knob where it is, or presses Enter there, means that number.
          onClick={({ currentTarget }) => take(currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            take(event.currentTarget);
          }}
        />
        <div className={classes['bounds']} aria-hidden>
          <span>{write(min)}</span>
          <span>{write(max)}</span>
        </div>
      </div>
      <ClearAnswer question={question} onCleared={() => input.current?.focus()} />
    </div>
  );
}

const middleOf = (min: number, max: number, step: number): number =>
  min + Math.round((max - min) / 2 / step) * step;
