// The types of assignments under /app/v1 for the web app, which imports them as types only.
import type { Static } from 'typebox';
import type { AssignmentItem as Item } from './assignment.shapes.ts';
import type { AssignmentDetail as Detail } from './operations/get-assignment.ts';

export type AssignmentItem = Static<typeof Item>;
export type AssignmentDetail = Static<typeof Detail>;
