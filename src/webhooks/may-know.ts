import type { Reader } from '#db/database.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { DeliveryRow } from './deliveries.store.ts';
import type { SeersOf } from './webhook.ts';

type Told = Pick<DeliveryRow, 'account_id' | 'type' | 'data'>;

/**
 * Returns whether an admin may know of what a delivery tells: of a form or an assignment, whoever sees all forms of its template. The
 * rest every admin knows.
 */
export async function mayKnowDelivery(
  seersOf: SeersOf,
  db: Reader,
  told: Told,
  userId: string,
): Promise<boolean> {
  const templateId = templateOf(told);
  if (templateId === undefined) return true;
  return (await seersOf(db, told.account_id, templateId, [userId])).has(userId);
}

/** Returns the template whose form or assignment a delivery is about; undefined without one. */
export function templateOf({ type, data }: Pick<Told, 'type' | 'data'>): string | undefined {
  if (!type.startsWith('form.') && !type.startsWith('assignment.')) return undefined;
  const { templateId }: JsonObject = JSON.parse(data);
  return typeof templateId === 'string' ? templateId : undefined;
}
