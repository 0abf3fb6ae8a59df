import { childrenKey, fieldAt, type Path, titleOf } from '#web/builder/definition.ts';
import {
  addField,
  addPage,
  type Direction,
  duplicate,
  type Edited,
  fieldsAt,
  move,
  remove,
} from '#web/builder/edit.ts';
import { type Kind, kindOf, newField } from '#web/builder/kinds.ts';
import { addAt, duplicatePage, moveTo } from '#web/builder/move-to.ts';
import { freshPageName, nameFrom } from '#web/builder/names.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { type Part, useBuilderActions } from './builder-context.ts';
import { showDeleted } from './show-deleted.tsx';
import { useStartingWords } from './use-starting-words.ts';

interface Deeds {
  add(kind: Kind, holder: Path | undefined): void;
  /** Adds a field at a position. */
  addAt(kind: Kind, goal: Path): void;
  /** Adds a field of the same type below. */
  addAlike(path: Path): void;
  addPage(): void;
  /** Moves a field or page. The focus stays on the part of the row that moved it. */
  move(path: Path, direction: Direction, part: Part): void;
  /** Moves a field or page before the one at `goal`. */
  moveTo(path: Path, goal: Path): void;
  duplicate(path: Path): void;
  remove(path: Path): void;
}

/** Returns the actions on whole fields. Each one announces what it did and moves the focus. */
export function useDeeds(): Deeds {
  const { t } = useTranslation();
  const builder = useBuilderActions();
  const wordsFor = useStartingWords();
  const draft = () => builder.now().definition;
  const nameAt = (path: Path): string => {
    const field = fieldAt(draft(), path);
    return field === undefined ? t('builder.page', { number: (path[0] ?? 0) + 1 }) : titleOf(field);
  };
  const fieldFor = (kind: Kind) => {
    const words = wordsFor(kind);
    return newField(kind, { ...words, name: nameFrom(words.title) });
  };
  const open = ({ definition: next, path }: Edited) => {
    const added = fieldAt(next, path);
    if (added !== undefined) builder.made(added.name);
    builder.edit(() => next, { selected: path });
    builder.focus(path, 'title');
  };
  const openAdded = (edited: Edited, kind: Kind) => {
    open(edited);
    builder.say(t('builder.addedField', { title: t(`builder.kinds.${kind}`) }));
  };
  const settle = (path: Path, moved: Edited, part: Part) => {
    const isOpen = builder.now().selected?.join() === path.join();
    const title = nameAt(path);
    builder.edit(() => moved.definition, { selected: isOpen ? moved.path : undefined });
    builder.focus(moved.path, part);
    builder.say(placeOf(moved, title));
  };
  return {
    add: (kind, holder) => openAdded(addField(draft(), fieldFor(kind), holder), kind),
    addAt: (kind, goal) => openAdded(addAt(draft(), fieldFor(kind), goal), kind),
    addAlike(path) {
      const field = fieldAt(draft(), path);
      if (field === undefined || childrenKey(field.type) !== undefined) return;
      const kind = kindOf(field) ?? 'text';
      const goal = path.with(-1, (path.at(-1) ?? 0) + 1);
      // The title before has just been typed, and its name follows it in the definition of this moment.
      builder.edit(
        (now) => {
          const added = addAt(now, fieldFor(kind), goal);
          builder.made(fieldAt(added.definition, goal)?.name ?? '');
          return added.definition;
        },
        { selected: goal },
      );
      builder.focus(goal, 'title');
      builder.say(t('builder.addedField', { title: t(`builder.kinds.${kind}`) }));
    },
    addPage: () => open(addPage(draft(), undefined)),
    move(path, direction, part) {
      const moved = move(draft(), path, direction);
      if (moved === undefined) builder.say(t('builder.cantMove', { title: nameAt(path) }));
      else settle(path, moved, part);
    },
    moveTo(path, goal) {
      const moved = moveTo(draft(), path, goal);
      if (moved !== undefined) settle(path, moved, 'head');
    },
    duplicate(path) {
      const definition = draft();
      const title = nameAt(path);
      const isPage = path.length === 1;
      open(
        isPage
          ? duplicatePage(definition, path[0] ?? 0, freshPageName(definition))
          : duplicate(definition, path),
      );
      builder.say(t('builder.duplicated', { title }));
    },
    remove(path) {
      const definition = draft();
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
    const count = fieldsAt(after, holder).length;
    if (section === undefined) {
      return t('builder.moved', { title, number, count, page: (path[0] ?? 0) + 1 });
    }
    return t('builder.movedIn', { title, number, count, section: titleOf(section) });
  }
}
