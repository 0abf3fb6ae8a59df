// Photos, files and signatures in place of the engine's own, which know nothing of a device without a
// network nor of who cannot draw. Where nothing is filled in, as in a preview, the engine's own stay.
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

/** Once; every form that is shown after that has them. */
export function registerQuestions(): void {
  const { Instance } = ReactQuestionFactory;
  // Typed as names, though it is the properties of an element that the engine hands over.
  Instance.registerQuestion('file', (props) => createElement(Files, elementIn(props)));
  Instance.registerQuestion('signaturepad', (props) => createElement(Signature, elementIn(props)));
}

function elementIn(props: unknown): Props {
  if (!isRecord(props) || !(props['question'] instanceof Question)) {
    throw new Error('The engine shows a question without naming it');
  }
  return { ...props, question: props['question'] };
}
