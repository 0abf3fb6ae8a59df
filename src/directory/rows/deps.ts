import type { Tx } from '#db/database.ts';
import type { Comparisons } from '#directory/attributes/folding.ts';
import type { UniqueAttributes } from '#directory/attributes/unique-values.ts';
import type { Actor, AppendAudit } from '#kernel/actor.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Ids } from '#kernel/ids.ts';
import type { Seal } from '#kernel/seal.ts';
import type { UserVisibility } from './records.ts';

export interface SearchWriter {
  indexWords(
    tx: Tx,
    thing: Found,
    text: { readonly texts: readonly string[] },
    options?: { readonly isNew?: boolean },
  ): Promise<void>;
  forgetWords(tx: Tx, thing: Found): Promise<void>;
}

interface Found {
  readonly accountId: string;
  readonly kind: 'user' | 'group';
  readonly id: string;
}

export interface DirectoryDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly audit: { readonly append: AppendAudit<Tx> };
  /**
   * Called before provisioning deactivates or deletes an active user, who was created at `createdAt`, in the same
   * transaction; throws when too many people are leaving.
   */
  readonly leaving?: ((tx: Tx, actor: Actor, createdAt: number) => Promise<void>) | undefined;
  /** Seals the names that only erasing may read. */
  readonly seal: Seal;
  /** Stores the words by which lists find people and groups, in the same transaction. */
  readonly search: SearchWriter;
  /** How attributes of an operator's schemas compare; undefined: there are none. */
  readonly comparisons?: Comparisons | undefined;
  /** The unique ones of those attributes; undefined: none. */
  readonly unique?: UniqueAttributes | undefined;
}

export interface Removal {
  readonly ifVersion?: number | undefined;
  readonly visibility: UserVisibility;
}
