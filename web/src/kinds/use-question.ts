import { useEffect, useReducer } from 'react';
import type { Question } from 'survey-core';

/** Renders again when the answer changes, or a text becomes or stops being one. */
export function useQuestion(question: Question): void {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const key = `screen-${question.uniqueId}`;
    const names = ['value', 'unread', 'readOnly'];
    question.registerFunctionOnPropertiesValueChanged(names, refresh, key);
    return () => question.unRegisterFunctionOnPropertiesValueChanged(names, key);
  }, [question]);
}

/** The attributes that connect an input with the title, the help and the messages of its question. */
export function inputAttributes(question: Question, hintId?: string) {
  const described = [question.a11y_input_ariaDescribedBy, hintId].filter(Boolean).join(' ');
  return {
    id: question.inputId,
    'aria-required': question.a11y_input_ariaRequired,
    'aria-label': question.a11y_input_ariaLabel ?? undefined,
    'aria-labelledby': question.a11y_input_ariaLabelledBy ?? undefined,
    'aria-describedby': described === '' ? undefined : described,
    'aria-invalid': question.a11y_input_ariaInvalid,
    'aria-errormessage': question.a11y_input_ariaErrormessage ?? undefined,
  } as const;
}
