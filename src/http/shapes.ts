// Schemas that many answers and bodies of /app/v1 share.
import { type Static, Type } from 'typebox';

export const Role = Type.Union([
  Type.Literal('admin'),
  Type.Literal('designer'),
  Type.Literal('member'),
]);
export type Role = Static<typeof Role>;

export const Time = (description?: string) =>
  Type.String({ format: 'date-time', ...(description !== undefined && { description }) });
