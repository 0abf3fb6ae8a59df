import { UnstyledButton } from '@mantine/core';
import type { Condition } from '#web/conditions/conditions.ts';
import { useTranslation } from '#web/texts/texts.ts';
import type { Part } from './parts.ts';
import classes from './summary.module.css';

interface PartNameProps {
  readonly part: Part;
  readonly onChoose: (condition: Condition) => void;
}

/** The name of a counted part: a button that sets its condition, where it has one. */
export function PartName({ part, onChoose }: PartNameProps) {
  const { t } = useTranslation();
  const { label, condition } = part;
  if (!condition) return <span className={classes['name']}>{label}</span>;
  return (
    <UnstyledButton
      className={classes['name']}
      title={t('summary.choose', { part: label })}
      onClick={() => onChoose(condition)}
    >
      {label}
    </UnstyledButton>
  );
}
