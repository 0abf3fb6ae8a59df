import type { ReactNode } from 'react';
import {
  ActionsContext,
  type Builder,
  type BuilderActions,
  BuilderContext,
  type Rows,
  RowsContext,
} from './builder-context.ts';

interface BuilderProviderProps {
  readonly builder: Builder;
  readonly actions: BuilderActions;
  readonly rows: Rows;
  readonly children: ReactNode;
}

/** Gives the builder in three parts: what changes at each key, what only rows read, and what never changes. */
export const BuilderProvider = ({ builder, actions, rows, children }: BuilderProviderProps) => (
  <ActionsContext value={actions}>
    <RowsContext value={rows}>
      <BuilderContext value={builder}>{children}</BuilderContext>
    </RowsContext>
  </ActionsContext>
);
