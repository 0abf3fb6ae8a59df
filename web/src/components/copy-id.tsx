import { CopyButton, Tooltip, UnstyledButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from '../texts.ts';
import classes from './copy-id.module.css';

interface CopyIdProps {
  /** What it is the id of, for people who do not see where the button stands. */
  readonly name: string;
  readonly id: string;
}

/** Ids of one kind begin alike and differ at their end. */
const END = 8;

/** An id on one line, cut before its end where there is no room. A click copies all of it. */
export function CopyId({ name, id }: CopyIdProps) {
  const { t } = useTranslation();
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => {
        const label = copied ? t('copy.copied') : t('copy.copy', { name });
        const Picture = copied ? IconCheck : IconCopy;
        return (
          <Tooltip label={copied ? label : id}>
            <UnstyledButton className={classes['id']} aria-label={label} onClick={copy}>
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
