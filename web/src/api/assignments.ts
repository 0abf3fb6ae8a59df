import { queryOptions } from '@tanstack/react-query';
import type {
  AssignmentDetail,
  AssignmentItem,
  AssignmentRow,
  AssignmentRowFault,
  AssignmentRowResult,
  AssignmentRows,
  WorkFiguresItem,
} from '#assignments/app-types.ts';
import { call, get, type Query } from './client.ts';
import { FORMS } from './forms.ts';
import { queryClient } from './query-client.ts';

export type {
  AssignmentDetail,
  AssignmentItem,
  AssignmentRow,
  AssignmentRowFault,
  AssignmentRowResult,
  AssignmentRows,
};

export const ASSIGNMENTS = '/app/v1/assignments';

/** Whom work is sent to, as the server wants it. */
export interface Recipient {
  readonly type: 'User' | 'Group';
  readonly id: string;
  readonly mode?: 'each' | 'shared';
}

export interface NewAssignment {
  readonly templateId: string;
  readonly assignee: Recipient;
  /** ISO 8601. */
  readonly dueDate?: string;
  readonly notBefore?: string;
  readonly priority: AssignmentItem['priority'];
  readonly instructions?: string;
  readonly answers: object;
  /** Makes a second click or a repeated request send nothing twice. */
  readonly reference: string;
}

export interface AssignmentChanges {
  readonly assignee?: Pick<Recipient, 'type' | 'id'>;
  readonly dueDate?: string | null;
  readonly priority?: AssignmentItem['priority'];
  readonly instructions?: string | null;
}

export const readAssignment = (id: string) => get<AssignmentDetail>(`${ASSIGNMENTS}/${id}`);

/** Counts what a list shows, as far as an action on all of it goes. @throws ApiError */
export const countAssignments = (filters: Query) =>
  get<{ readonly count: number; readonly isExact: boolean }>(`${ASSIGNMENTS}/count`, filters);

/** The numbers of open work: of a template, or of all. */
export const workFiguresQuery = (template: string | undefined) =>
  queryOptions({
    queryKey: [ASSIGNMENTS, 'figures', template],
    queryFn: () => get<WorkFiguresItem>(`${ASSIGNMENTS}/figures`, { template }),
  });

/** @throws ApiError */
export const sendAssignment = (order: NewAssignment) =>
  changed(call<{ readonly assignments: readonly AssignmentItem[] }>('POST', ASSIGNMENTS, order));

/** Changes the revision of an assignment that the person has seen. @throws ApiError */
export const changeAssignment = (
  { id, revision }: Pick<AssignmentItem, 'id' | 'revision'>,
  changes: AssignmentChanges,
) =>
  changed(
    call<AssignmentItem>('PATCH', `${ASSIGNMENTS}/${id}`, changes, { 'if-match': `"${revision}"` }),
  );

export const cancelAssignment = (id: string) =>
  changed(call<AssignmentItem>('POST', `${ASSIGNMENTS}/${id}/cancel`));

export const remindAssignee = (id: string) =>
  changed(call<AssignmentItem>('POST', `${ASSIGNMENTS}/${id}/remind`));

export const declineAssignment = (id: string, reason: string) =>
  changed(call<AssignmentItem>('POST', `${ASSIGNMENTS}/${id}/decline`, { reason }));

async function changed<T>(act: Promise<T>): Promise<T> {
  const answer = await act;
  await workChanged();
  return answer;
}

/** Checks rows of a file, or sends them. After the last rows, the caller reads the lists of work again. @throws ApiError */
export const sendRows = async (body: AssignmentRows): Promise<readonly AssignmentRowResult[]> =>
  (
    await call<{ readonly results: readonly AssignmentRowResult[] }>(
      'POST',
      `${ASSIGNMENTS}/rows`,
      body,
    )
  ).results;

/** Reads lists of work again after something was sent. */
export async function workChanged(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ASSIGNMENTS] });
  await queryClient.invalidateQueries({ queryKey: [FORMS] });
}
