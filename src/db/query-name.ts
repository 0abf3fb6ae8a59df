import { AliasNode, type OperationNode, type RootOperationNode, TableNode } from 'kysely';

/** What a query does, without any value of it. */
export interface QueryName {
  readonly operation: string;
  /** Undefined if it names no single table. */
  readonly table: string | undefined;
}

/** Returns the name of a query by its tree; undefined for SQL that was written as text. */
export function queryNameOf(query: RootOperationNode): QueryName | undefined {
  switch (query.kind) {
    case 'SelectQueryNode':
      return { operation: 'select', table: tableOf(query.from?.froms[0]) };
    case 'InsertQueryNode':
      return { operation: 'insert', table: tableOf(query.into) };
    case 'UpdateQueryNode':
      return { operation: 'update', table: tableOf(query.table) };
    case 'DeleteQueryNode':
      return { operation: 'delete', table: tableOf(query.from.froms[0]) };
    default:
      return undefined;
  }
}

function tableOf(node: OperationNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : undefined;
}
