import type { Static, Type } from 'typebox';
import { readDueDate } from '#form-basics/index.ts';
import { readTime } from '#http/input.ts';
import type { NEW_ASSIGNMENT } from './assignment.shapes.ts';
import type { NewAssignment } from './check-order.ts';

type Order = Static<ReturnType<typeof Type.Object<typeof NEW_ASSIGNMENT>>>;

/** Returns when an assignment can be seen, in milliseconds. @throws AppError `invalid-value` */
export const readNotBefore = (text: string | null | undefined): number | null | undefined =>
  typeof text === 'string' ? readTime(text, 'notBefore') : text;

/** Returns what a request says of a new assignment. @throws AppError `invalid-value` */
export const readOrder = ({ dueDate, notBefore, ...order }: Order): NewAssignment => ({
  ...order,
  dueAt: readDueDate(dueDate, 'dueDate') ?? undefined,
  notBefore: readNotBefore(notBefore) ?? undefined,
});
