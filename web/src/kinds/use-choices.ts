import { useEffect, useReducer } from 'react';
import type { QuestionSelectBase } from 'survey-core';
import { useQuestion } from './use-question.ts';

/** Returns the choices that conditions offer now, and renders again when they or the answer change. */
export function useChoices(question: QuestionSelectBase): QuestionSelectBase['visibleChoices'] {
  useQuestion(question);
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const key = `choices-${question.uniqueId}`;
    const names = ['visibleChoices', 'locale'];
    question.registerFunctionOnPropertiesValueChanged(names, refresh, key);
    return () => question.unRegisterFunctionOnPropertiesValueChanged(names, key);
  }, [question]);
  return question.visibleChoices;
}
