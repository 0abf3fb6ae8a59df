import { type Definition, fieldAt, type Path, titleOf } from '#web/builder/definition.ts';
import { addPage, change, type Edited, fieldsAt } from '#web/builder/edit.ts';
import { kindOf } from '#web/builder/kinds.ts';
import { addAt, duplicateAll, moveAllTo, outermost, removeAll } from '#web/builder/move-to.ts';
import { fieldOf, type QuestionLine } from '#web/builder/question-lines.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { useBuilderActions } from './builder-context.ts';
import { showDeleted } from './show-deleted.tsx';
import { useStartingWords } from './use-starting-words.ts';

interface GroupDeeds {
  /** Moves fields in the order of the form before the one at `goal`. */
  move(paths: readonly Path[], goal: Path): void;
  duplicate(paths: readonly Path[]): void;
  remove(paths: readonly Path[]): void;
  /** Makes all fields that can be answered required, or none of them. */
  require(paths: readonly Path[], isRequired: boolean): void;
  /** Adds the fields of pasted lines at the end of a page or section, and a page for each title of one. */
  addLines(lines: readonly QuestionLine[], to: Path): void;
}

/** Returns the actions on several fields. Each one is a single step to undo. */
export function useGroupDeeds(): GroupDeeds {
  const { t } = useTranslation();
  const builder = useBuilderActions();
  const wordsFor = useStartingWords();
  const draft = () => builder.now().definition;
  const countOf = (paths: readonly Path[]) => outermost(draft(), paths).length;
  return {
    move(paths, goal) {
      const moved = moveAllTo(draft(), paths, goal);
      const count = countOf(paths);
      if (moved === undefined) {
        builder.say(t('outline.notMoved'));
        return;
      }
      builder.edit(() => moved.definition, { selected: undefined });
      builder.focus(moved.path, 'head');
      builder.say(t('outline.movedSeveral', { count }));
    },
    duplicate(paths) {
      const count = countOf(paths);
      builder.edit((now) => duplicateAll(now, paths), { selected: undefined });
      builder.say(t('outline.duplicatedSeveral', { count }));
    },
    remove(paths) {
      const message = t('outline.deletedSeveral', { count: countOf(paths) });
      builder.edit((now) => removeAll(now, paths), { selected: undefined });
      builder.say(message);
      showDeleted(message, t('builder.undo'), builder.undo);
    },
    require(paths, isRequired) {
      const answered = paths.filter((path) => {
        const field = fieldAt(draft(), path);
        const kind = field && kindOf(field);
        return kind !== undefined && kind !== 'panel' && kind !== 'expression';
      });
      builder.edit((before) =>
        answered.reduce(
          (now, path) => change(now, path, { isRequired: isRequired ? true : undefined }),
          before,
        ),
      );
      builder.say(
        t(isRequired ? 'outline.requiredSeveral' : 'outline.optionalSeveral', {
          count: answered.length,
        }),
      );
    },
    addLines(lines, to) {
      let edited = { definition: draft(), path: to };
      let holder = to;
      for (const line of lines) {
        const { kind } = line;
        if (kind === undefined) {
          edited = titledPage(edited.definition, holder, line.title);
          holder = edited.path;
          continue;
        }
        const goal = [...holder, fieldsAt(edited.definition, holder).length];
        edited = addAt(edited.definition, fieldOf(line, kind, wordsFor(kind)), goal);
        const name = fieldAt(edited.definition, goal)?.name;
        if (name !== undefined) builder.made(name);
      }
      builder.edit(() => edited.definition, { selected: undefined });
      builder.focus(edited.path, 'head');
      const count = lines.filter(({ kind }) => kind !== undefined).length;
      builder.say(t('outline.addedSeveral', { count }));
    },
  };
}

/** Titles the page if it is new, or adds one behind it. */
function titledPage(definition: Definition, [index = 0]: Path, title: string): Edited {
  const page = definition.pages[index];
  const isNew = page?.elements.length === 0 && page['title'] === undefined;
  const edited = isNew ? { definition, path: [index] } : addPage(definition, [index]);
  return { ...edited, definition: change(edited.definition, edited.path, { title }) };
}

/** Returns the name of a page or section to which fields can be moved. */
export function useHolderName(): (path: Path) => string {
  const { t } = useTranslation();
  const { now } = useBuilderActions();
  return (path) => {
    const { definition } = now();
    const field = fieldAt(definition, path);
    if (field !== undefined) return titleOf(field);
    const page = definition.pages[path[0] ?? 0];
    const number = (path[0] ?? 0) + 1;
    return page?.['title'] === undefined
      ? t('builder.page', { number })
      : t('builder.pageOf', { number, title: titleOf(page) });
  };
}
