/** The events that webhooks report, in the order in which they happen. */
export const EVENTS = [
  'form.created',
  'form.assigned',
  'form.completed',
  'form.reopened',
  'form.submitted-for-review',
  'form.approved',
  'form.sent-back',
  'form.rejected',
  'form.deleted',
  'form.due',
  'form.overdue',
  'assignment.due',
  'assignment.overdue',
  'template.published',
] as const;

export type EventType = (typeof EVENTS)[number];

/**
 * Returns the event as the screens name it; other systems may have subscribed to `form.complete`. Undefined for an
 * unknown one.
 */
export const eventIn = (type: string): EventType | undefined =>
  type === 'form.complete' ? 'form.completed' : EVENTS.find((known) => known === type);
