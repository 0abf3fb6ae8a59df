import { useRef } from 'react';
import type { QuestionImagePickerModel } from 'survey-core';
import { isPicture } from '#questionnaires/definition/picture.ts';
import { ClearAnswer } from './clear-answer.tsx';
import classes from './kinds.module.css';
import type { ScreenProps } from './later.tsx';
import { useChoices } from './use-choices.ts';
import { inputAttributes } from './use-question.ts';

/** Choices with pictures. The text of a choice is below its picture, and is what a screen reader says. */
export function ImageChoiceScreen({ question }: ScreenProps<QuestionImagePickerModel>) {
  const choices = useChoices(question);
  const root = useRef<HTMLDivElement>(null);
  const { multiSelect, isInputReadOnly } = question;
  const { id, ...attributes } = inputAttributes(question);
  const chosen = valuesIn(question.value);
  const choose = (value: unknown, isChosen: boolean) => {
    if (isInputReadOnly) return;
    const others = chosen.filter((each) => String(each) !== String(value));
    if (!multiSelect) question.value = value;
    else question.value = isChosen ? [...others, value] : others;
  };
  return (
    <div className="clearable" ref={root}>
      <div
        role={multiSelect ? 'group' : 'radiogroup'}
        {...attributes}
        {...(multiSelect && { 'aria-required': undefined, 'aria-invalid': undefined })}
        className={classes['images']}
      >
        {choices.map((choice, i) => {
          const image: unknown = choice['imageLink'];
          return (
            <label key={String(choice.value)} className={classes['image']}>
              <input
                type={multiSelect ? 'checkbox' : 'radio'}
                // The engine moves the focus to it.
                id={i === 0 ? id : undefined}
                name={question.questionName}
                checked={chosen.some((each) => String(each) === String(choice.value))}
                disabled={question.isDisabledAttr || !choice.isEnabled || isInputReadOnly}
                onChange={({ currentTarget }) => choose(choice.value, currentTarget.checked)}
              />
              {isPicture(image) && <img src={image} alt="" />}
              <span>{choice.locText.renderedHtml}</span>
            </label>
          );
        })}
      </div>
      {!multiSelect && (
        <ClearAnswer
          question={question}
          onCleared={() => root.current?.querySelector('input')?.focus()}
        />
      )}
    </div>
  );
}

const valuesIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
