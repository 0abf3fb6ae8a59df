import type { RefObject } from 'react';
import type { AnswerField, AnswerRow } from '#answer-tables/app-types.ts';
import type { Typed } from './typed.ts';

/** What corrects an answer, and what it tells. */
export interface CorrectionProps {
  readonly template: string;
  readonly item: AnswerRow;
  readonly field: AnswerField;
  /** Tells corrections of the same answer apart. */
  readonly number: number;
  /** What is typed and not stored; undefined: nothing. */
  readonly typed: RefObject<Typed | undefined>;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}
