/** Corrections of single answers in the table of answers, and what stood there before. */

import type { AppFormsDeps } from '#forms/index.ts';
import type { Endpoint } from '#http/endpoint.ts';
import { getAppAnswer } from './app/get-app-answer.ts';
import { getAppCorrection } from './app/get-app-correction.ts';
import { listAppCorrections } from './app/list-app-corrections.ts';
import { putAppAnswer } from './app/put-app-answer.ts';

export const correctionsEndpoints = (deps: AppFormsDeps): readonly Endpoint[] => [
  getAppAnswer(deps),
  putAppAnswer(deps),
  listAppCorrections(deps),
  getAppCorrection(deps),
];
