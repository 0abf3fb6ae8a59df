// Photos, files and signatures instead of the engine's own, which cannot store files without a network and cannot sign
// by typing.
import { createElement } from 'react';
import { Question, QuestionSignaturePadModel } from 'survey-core';
import { ReactQuestionFactory } from 'survey-react-ui';
import { isRecord } from '#web/offline/merge.ts';
import { FileQuestion } from './file-question.tsx';
import { showLater } from './register.ts';

/** Called once. Every form that is shown afterwards has these questions. */
export function registerQuestions(): void {
  const { Instance } = ReactQuestionFactory;
  // The engine would ask the server for an address that it makes of the reference to a file.
  QuestionSignaturePadModel.prototype['loadPreview'] = () => undefined;
  // The factory's type says that it passes a name; it passes the properties of an element.
  Instance.registerQuestion('file', (props) => createElement(FileQuestion, elementIn(props)));
  showLater(
    'signaturepad',
    Question,
    async () => (await import('./signature-question.tsx')).SignatureQuestion,
  );
}

/** Returns the question of the properties with which the engine makes an element. */
export function elementIn(props: unknown): { readonly question: Question } {
  if (!isRecord(props) || !(props['question'] instanceof Question)) {
    throw new Error('The engine shows a question without naming it');
  }
  return { question: props['question'] };
}
