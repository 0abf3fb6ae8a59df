// The types of the corrections under /app/v1 for the web app, which imports them as types only.
export type { AppAnswer, AppCorrected } from './operations/answer.shapes.ts';
export type { AppCorrectionItem } from './operations/correction.shapes.ts';
