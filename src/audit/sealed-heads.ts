import { type SealedTexts, sealedColumn } from '#db/sealed-texts.ts';
import { readBegun, replaceBegun } from './chain.store.ts';
import { BEGUN, headContext } from './chain-head.ts';

/** Sealed values that prove where chains end and how many chains exist. */
export const sealedHeads: readonly SealedTexts[] = [
  sealedColumn({
    name: 'ends of audit records',
    table: 'audit_chains',
    column: 'sealed',
    id: 'account_id',
    contextOf: headContext,
  }),
  {
    name: 'numbers of audit records',
    async list(db, after) {
      const sealed = after === undefined ? await readBegun(db) : undefined;
      return sealed === undefined ? [] : [{ accountId: '', id: BEGUN, context: BEGUN, sealed }];
    },
    replace: (db, before, sealed) => replaceBegun(db, before.sealed, sealed),
  },
];
