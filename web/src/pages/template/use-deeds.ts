import {
  childrenOf,
  type Definition,
  fieldAt,
  type Path,
  titleOf,
} from '../../builder/definition.ts';
import {
  addField,
  addPage,
  type Direction,
  duplicate,
  type Edited,
  move,
  remove,
} from '../../builder/edit.ts';
import { type Kind, newField } from '../../builder/kinds.ts';
import { nameFrom } from '../../builder/names.ts';
import { useTranslation } from '../../texts.ts';
import { type Part, useBuilder } from './builder-context.ts';
import { showDeleted } from './show-deleted.tsx';

interface Deeds {
  add(kind: Kind, holder: Path | undefined): void;
  addPage(): void;
  /** Moves a field or page. The focus stays on the part of the row that moved it. */
  move(path: Path, direction: Direction, part: Part): void;
  duplicate(path: Path): void;
  remove(path: Path): void;
}

/** Returns the actions on whole fields. Each one announces what it did and moves the focus. */
export function useDeeds(): Deeds {
  const { t } = useTranslation();
  const builder = useBuilder();
  const { definition } = builder;
  const nameAt = (path: Path): string => {
    const field = fieldAt(definition, path);
    return field === undefined ? t('builder.page', { number: (path[0] ?? 0) + 1 }) : titleOf(field);
  };
  const open = ({ definition: next, path }: Edited) => {
    const added = fieldAt(next, path);
    if (added !== undefined) builder.made(added.name);
    builder.edit(() => next, { selected: path });
    builder.focus(path, 'title');
  };
  return {
    add(kind, holder) {
      const title = t(`builder.kinds.${kind}`);
      const field = newField(kind, {
        title,
        name: nameFrom(title),
        choices: [1, 2, 3].map((number) => t('builder.firstChoice', { number })),
        column: { name: 'column_1', title: t('builder.columns.column', { number: 1 }) },
      });
      open(addField(definition, field, holder));
      builder.say(t('builder.addedField', { title }));
    },
    addPage: () => open(addPage(definition, undefined)),
    move(path, direction, part) {
      const title = nameAt(path);
      const moved = move(definition, path, direction);
      if (moved === undefined) {
        builder.say(t('builder.cantMove', { title }));
        return;
      }
      const isOpen = builder.selected?.join() === path.join();
      builder.edit(() => moved.definition, { selected: isOpen ? moved.path : undefined });
      builder.focus(moved.path, part);
      builder.say(placeOf(moved, title));
    },
    duplicate(path) {
      open(duplicate(definition, path));
      builder.say(t('builder.duplicated', { title: nameAt(path) }));
    },
    remove(path) {
      const removed = remove(definition, path);
      if (removed.definition === definition) return;
      const message = t('builder.deleted', { title: nameAt(path) });
      builder.edit(() => removed.definition, { selected: undefined });
      builder.focus(removed.path, 'head');
      builder.say(message);
      showDeleted(message, t('builder.undo'), builder.undo);
    },
  };

  function placeOf({ definition: after, path }: Edited, title: string): string {
    const number = (path.at(-1) ?? 0) + 1;
    if (path.length === 1) return t('builder.movedPage', { number, count: after.pages.length });
    const holder = path.slice(0, -1);
    const section = fieldAt(after, holder);
    const count = countIn(after, holder);
    if (section === undefined) {
      return t('builder.moved', { title, number, count, page: (path[0] ?? 0) + 1 });
    }
    return t('builder.movedIn', { title, number, count, section: titleOf(section) });
  }
}

function countIn(definition: Definition, holder: Path): number {
  const section = fieldAt(definition, holder);
  const fields = section ? childrenOf(section) : definition.pages[holder[0] ?? 0]?.elements;
  return fields?.length ?? 0;
}
