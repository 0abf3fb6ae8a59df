// One journey for each kind of field that the builder offers. A kind, a property or an operator that is missing here
// fails `npm run check`. A journey says which answers are right, which are wrong, and what people read.
import type { Kind } from '#web/builder/kinds.ts';
import type { KindJourney } from './journey.ts';
import { ATTACHMENT_JOURNEYS } from './kinds/attachment.ts';
import { CAPTURE_JOURNEYS } from './kinds/capture.ts';
import { CHOICE_JOURNEYS } from './kinds/choice.ts';
import { LAYOUT_JOURNEYS } from './kinds/layout.ts';
import { LIST_JOURNEYS } from './kinds/list.ts';
import { OTHER_JOURNEYS } from './kinds/other.ts';
import { TEXT_JOURNEYS } from './kinds/text.ts';
import { TIME_JOURNEYS } from './kinds/time.ts';

export const JOURNEYS: Readonly<Record<Kind, KindJourney>> = {
  ...TEXT_JOURNEYS,
  ...TIME_JOURNEYS,
  ...CHOICE_JOURNEYS,
  ...LIST_JOURNEYS,
  ...ATTACHMENT_JOURNEYS,
  ...CAPTURE_JOURNEYS,
  ...LAYOUT_JOURNEYS,
  ...OTHER_JOURNEYS,
};

/**
 * Properties of every field: readers find it by its title and name, one field of each kind is hidden, and each that must
 * be answered has its own message. That forms are found by answers shows src/answer-index/searched-answers.test.ts.
 */
export const OF_EVERY_FIELD: readonly string[] = [
  'title',
  'name',
  'visibleIf',
  'requiredErrorText',
  'searchable',
];
