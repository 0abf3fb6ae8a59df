/** Side effects of a successful request, each with a count, and what to do better. The request log uses the same names. */
const NOTES = [
  'unknownManagers',
  'blockedUsers',
  'restoredUsers',
  'skippedMembers',
  'removedMembers',
  'keptMembers',
  'changedRoles',
  'ignoredAttributes',
  'misspelledParameters',
  'oldSchemas',
  'droppedCertificates',
] as const;
type Note = (typeof NOTES)[number];
export type LogNotes = Partial<Record<Note, number>>;

const TEXTS: Readonly<Record<Note, (count: number) => string>> = {
  unknownManagers: (count) => `Manager not known yet: ${count}.`,
  blockedUsers: (count) => `Blocked here, whatever active says: ${count}.`,
  restoredUsers: (count) => `Inactive users restored instead of created: ${count}.`,
  skippedMembers: (count) =>
    `Members not known yet: ${count}. They join when their user comes within 30 days.`,
  removedMembers: (count) => `Members removed, because the PUT left them out: ${count}.`,
  keptMembers: (count) => `Members kept, although the PUT left them out: ${count}.`,
  changedRoles: (count) => `People who lost a role with the group: ${count}.`,
  ignoredAttributes: (count) => `Attributes that no schema knows: ${count}.`,
  misspelledParameters: (count) =>
    `Query parameters ignored because of their letter case: ${count}. Write filter, not Filter.`,
  oldSchemas: (count) =>
    `Schema URNs of a draft of SCIM: ${count}. Send urn:ietf:params:scim:schemas:core:2.0:User.`,
  droppedCertificates: (count) => `Values dropped, because they are no certificate: ${count}.`,
};

/** Returns the known side effects among those that an endpoint reported; undefined when there are none. */
export function notesIn(logFields: object | undefined): LogNotes | undefined {
  const found: LogNotes = {};
  for (const note of NOTES) {
    const count: unknown = logFields === undefined ? undefined : Reflect.get(logFields, note);
    if (typeof count === 'number' && count > 0) found[note] = count;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Returns the side effects in English, for the API. The web app has texts of its own. */
export const notesText = (notes: LogNotes): string =>
  NOTES.flatMap((note) => (notes[note] === undefined ? [] : TEXTS[note](notes[note]))).join(' ');

/** Parses side effects as they are stored. */
export function parseNotes(text: string): LogNotes {
  const parsed: unknown = JSON.parse(text);
  return (typeof parsed === 'object' && parsed !== null && notesIn(parsed)) || {};
}
