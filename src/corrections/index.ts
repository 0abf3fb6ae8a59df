/** Corrections of single answers in the table of answers, and what stood there before. */

import type { AppFormsDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { getAppAnswer } from './app/get-app-answer.ts';
import { getFormCorrection } from './operations/get-correction.ts';
import { listFormCorrections } from './operations/list-corrections.ts';
import { putAnswer } from './operations/put-answer.ts';

export const correctionsEndpoints = (deps: AppFormsDeps): readonly Endpoint[] => [
  getAppAnswer(deps),
  ...putAnswer(deps),
  ...listFormCorrections(deps),
  ...getFormCorrection(deps),
];
