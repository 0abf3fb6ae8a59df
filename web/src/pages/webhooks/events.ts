/** What can be told, in the order in which it happens. */
export const EVENTS = [
  'form.created',
  'form.assigned',
  'form.completed',
  'form.reopened',
  'form.deleted',
  'template.published',
] as const;

export type EventType = (typeof EVENTS)[number];

/** As our pages call it: other systems may have asked for `form.complete`. */
export const eventIn = (type: string): EventType | undefined =>
  type === 'form.complete' ? 'form.completed' : EVENTS.find((known) => known === type);
