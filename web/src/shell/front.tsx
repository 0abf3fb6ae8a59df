import { Text, Title } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import classes from './front.module.css';
import { LanguagePicker } from './language-picker.tsx';

interface FrontProps {
  readonly title: string;
  readonly lead?: string;
  /** The maximum width, for text that is read and not filled in. */
  readonly width?: string;
  readonly children: ReactNode;
}

/**
 * The frame of the screens outside the shell. Most need no session and begin with a form, which takes the focus itself.
 */
export function Front({ title, lead, width = '26rem', children }: FrontProps) {
  useLayoutEffect(() => {
    document.title = `${title} – Formstead`;
  }, [title]);
  return (
    <main className={classes['ground']}>
      <div className={classes['brand']}>
        <img src="/icon.svg" alt="" width={28} height={28} />
        <Text fw={700} size="lg">
          Formstead
        </Text>
      </div>
      <div className={classes['card']} style={{ maxWidth: width }}>
        <Title order={1} className="wrap-anywhere" mb={lead === undefined ? 'md' : 4}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" mb="md">
            {lead}
          </Text>
        )}
        {children}
      </div>
      <div className={classes['foot']}>
        <LanguagePicker />
      </div>
    </main>
  );
}
