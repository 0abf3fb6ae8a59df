// The types of assignments under /app/v1 for the web app, which imports them as types only.
export type { BegunWork } from './app/begin-app-form.ts';
export type { AssignmentBeginning } from './app/get-app-beginning.ts';
export type { ListedAssignment } from './app/list-app-assignments.ts';
export type { AssignmentItem } from './assignment.shapes.ts';
export type { AssignmentDetail } from './operations/get-assignment.ts';
export type { WorkFiguresItem } from './operations/get-work-figures.ts';
export type { PersonItem } from './operations/list-people.ts';
export type {
  AssignmentRow,
  AssignmentRowFault,
  AssignmentRowResult,
  AssignmentRows,
} from './rows/row.shapes.ts';
