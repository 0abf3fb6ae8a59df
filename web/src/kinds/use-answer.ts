import { useEffect, useReducer } from 'react';
import { type Question, SurveyModel } from 'survey-core';

/** Returns the current answer to a question, and renders again when it changes. */
export function useAnswer(question: Question): unknown {
  const [, refresh] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const { survey } = question;
    if (!(survey instanceof SurveyModel)) return;
    survey.onValueChanged.add(refresh);
    return () => survey.onValueChanged.remove(refresh);
  }, [question]);
  return question.value;
}
