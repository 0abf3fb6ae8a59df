import { NativeSelect } from '@mantine/core';
import { fieldAt, type Path, titleOf } from '#web/builder/definition.ts';
import { fieldsAt } from '#web/builder/edit.ts';
import { holdersFor, outermost } from '#web/builder/move-to.ts';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useSendForm } from '#web/components/use-send-form.ts';
import { useBuilder } from '#web/pages/template/editing/builder-context.ts';
import { useGroupDeeds, useHolderName } from '#web/pages/template/editing/use-group-deeds.ts';
import { useTranslation } from '#web/texts/texts.ts';

interface MoveDialogProps {
  readonly paths: readonly Path[];
  readonly onClose: () => void;
}

/** Moves fields to a page or section, behind a field of it. */
export function MoveDialog({ paths, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  const { definition } = useBuilder();
  const deeds = useGroupDeeds();
  const nameOf = useHolderName();
  const moved = outermost(definition, paths);
  const keys = new Set(moved.map((path) => path.join('.')));
  const holders = holdersFor(definition, moved);
  const start = moved[0]?.slice(0, -1) ?? [0];
  const endOf = (holder: Path) => String(fieldsAt(definition, holder).length);
  const form = useSendForm({
    initialValues: { holder: start.join('.'), goal: endOf(start) },
    send: async ({ holder, goal }) =>
      deeds.move(moved, [...holder.split('.').map(Number), Number(goal)]),
    done: onClose,
  });
  const holder = form.values.holder.split('.').map(Number);
  const others = fieldsAt(definition, holder).flatMap((field, i) =>
    keys.has([...holder, i].join('.'))
      ? []
      : [{ value: String(i + 1), label: t('outline.moveTo.behind', { title: titleOf(field) }) }],
  );
  const first = moved[0] && fieldAt(definition, moved[0]);
  const title =
    moved.length === 1 && first !== undefined
      ? t('outline.moveTo.titleOf', { title: titleOf(first) })
      : t('outline.moveTo.title', { count: moved.length });
  return (
    <FormDialog onClose={onClose} title={title} form={form} verb={t('outline.moveTo.verb')}>
      <NativeSelect
        label={t('outline.moveTo.holder')}
        data={holders.map(({ path }) => ({
          value: path.join('.'),
          label: `${'\u2003'.repeat(path.length - 1)}${nameOf(path)}`,
        }))}
        data-autofocus
        value={form.values.holder}
        onChange={({ currentTarget: { value } }) =>
          form.setValues({ holder: value, goal: endOf(value.split('.').map(Number)) })
        }
      />
      <NativeSelect
        label={t('outline.moveTo.position')}
        data={[
          { value: '0', label: t('outline.moveTo.first') },
          ...others,
          ...(others.at(-1)?.value === endOf(holder) || others.length === 0
            ? []
            : [{ value: endOf(holder), label: t('outline.moveTo.last') }]),
        ]}
        {...form.getInputProps('goal')}
      />
    </FormDialog>
  );
}
