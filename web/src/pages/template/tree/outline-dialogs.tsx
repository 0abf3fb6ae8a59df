import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Definition, Path } from '#web/builder/definition.ts';
import { useBuilder, useBuilderActions } from '#web/pages/template/editing/builder-context.ts';
import { OutlineContext, type OutlineDialog } from '#web/pages/template/editing/outline-context.ts';
import { useDeeds } from '#web/pages/template/editing/use-deeds.ts';
import { KindsDialog } from './add-menu.tsx';
import { LinesDialog } from './lines-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

const NONE: readonly Path[] = [];

/** Keeps which fields are chosen, and shows the dialogs that rows and keys of the outline open. */
export function OutlineDialogs({ children }: { readonly children: ReactNode }) {
  const { definition } = useBuilder();
  const { now } = useBuilderActions();
  const deeds = useDeeds();
  const [dialog, open] = useState<OutlineDialog>();
  const [choice, setChoice] = useState<{
    readonly of: Definition;
    readonly paths: readonly Path[];
  }>();
  const close = () => open(undefined);
  // Paths are those of one definition: after a change they may name other fields.
  const chosen = choice && (choice.of === definition ? choice.paths : NONE);
  const choose = useCallback(
    (paths: readonly Path[] | undefined) => setChoice(paths && { of: now().definition, paths }),
    [now],
  );
  // The same while somebody types: every row reads it.
  const outline = useMemo(() => ({ open, chosen, choose }), [chosen, choose]);
  return (
    <OutlineContext value={outline}>
      {children}
      {dialog?.type === 'add' && (
        <KindsDialog
          title={dialog.title}
          onChoose={(kind) => {
            close();
            deeds.add(kind, dialog.to);
          }}
          onClose={close}
        />
      )}
      {dialog?.type === 'lines' && (
        <LinesDialog title={dialog.title} to={dialog.to} onClose={close} />
      )}
      {dialog?.type === 'move' && <MoveDialog paths={dialog.paths} onClose={close} />}
    </OutlineContext>
  );
}
