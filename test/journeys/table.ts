// One journey for each kind of field that the builder offers. A kind, a property or an operator that is not in
// here fails `npm run check`: who adds one says here what is right, what is wrong, and what people read of it.
import type { Kind } from '../../web/src/builder/kinds.ts';
import type { KindJourney } from './journey.ts';
import { ATTACHMENT_JOURNEYS } from './kinds/attachment.ts';
import { CHOICE_JOURNEYS } from './kinds/choice.ts';
import { LAYOUT_JOURNEYS } from './kinds/layout.ts';
import { OTHER_JOURNEYS } from './kinds/other.ts';
import { TEXT_JOURNEYS } from './kinds/text.ts';
import { TIME_JOURNEYS } from './kinds/time.ts';

export const JOURNEYS: Readonly<Record<Kind, KindJourney>> = {
  ...TEXT_JOURNEYS,
  ...TIME_JOURNEYS,
  ...CHOICE_JOURNEYS,
  ...ATTACHMENT_JOURNEYS,
  ...LAYOUT_JOURNEYS,
  ...OTHER_JOURNEYS,
};

/** What every field has: it is found by its title and its name wherever it is read, and one of each kind is hidden. */
export const OF_EVERY_FIELD: readonly string[] = ['title', 'name', 'visibleIf'];
