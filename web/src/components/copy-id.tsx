import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '#web/texts/texts.ts';
import classes from './copy-id.module.css';

interface CopyIdProps {
  /** The thing that the id belongs to, for people who do not see the position of the button. */
  readonly name: string;
  readonly id: string;
}

/** The number of last characters that are always shown: ids of one kind begin alike and differ at their end. */
const END = 8;

/** Shows an id on one line, shortened before its last characters where space is short. A click copies all of it. */
export function CopyId({ name, id }: CopyIdProps) {
  const { t } = useTranslation();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => {
        const label = copied ? t('copy.copied') : t('copy.copy', { name });
        const Picture = copied ? IconCheck : IconCopy;
        return (
          <Tooltip label={copied ? label : id}>
            <UnstyledButton className={classes['id']} aria-label={`${label} ${id}`} onClick={copy}>
              <span className={classes['start']}>{id.slice(0, -END)}</span>
              <span className={classes['end']}>{id.slice(-END)}</span>
              <Picture size={14} aria-hidden />
            </UnstyledButton>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
