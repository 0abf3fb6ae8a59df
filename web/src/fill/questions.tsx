// Photos, files and signatures instead of the engine's own, which cannot store files without a network and cannot sign
// by typing. The engine's own stay where nothing is filled in, as in a preview.
import { createElement, use } from 'react';
import { Question } from 'survey-core';
import {
  ReactQuestionFactory,
  SurveyQuestionFile,
  SurveyQuestionSignaturePad,
} from 'survey-react-ui';
import { isRecord } from '../offline/merge.ts';
import { FileQuestion } from './file-question.tsx';
import { FillingContext } from './filling-context.ts';
import { SignatureQuestion } from './signature-question.tsx';

interface Props {
  readonly question: Question;
}

function Files(props: Props) {
  return use(FillingContext) === undefined ? (
    <SurveyQuestionFile {...props} />
  ) : (
    <FileQuestion question={props.question} />
  );
}

function Signature(props: Props) {
  return use(FillingContext) === undefined ? (
    <SurveyQuestionSignaturePad {...props} />
  ) : (
    <SignatureQuestion question={props.question} />
  );
}

/** Called once. Every form that is shown afterwards has these questions. */
export function registerQuestions(): void {
  const { Instance } = ReactQuestionFactory;
  // The factory's type says that it passes a name; it passes the properties of an element.
  Instance.registerQuestion('file', (props) => createElement(Files, elementIn(props)));
  Instance.registerQuestion('signaturepad', (props) => createElement(Signature, elementIn(props)));
}

function elementIn(props: unknown): Props {
  if (!isRecord(props) || !(props['question'] instanceof Question)) {
    throw new Error('The engine shows a question without naming it');
  }
  return { ...props, question: props['question'] };
}
