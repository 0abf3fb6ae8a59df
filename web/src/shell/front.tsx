import { Text, Title } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { useBrand } from '#web/api/shown-brand.ts';
import classes from './front.module.css';
import { LanguagePicker } from './language-picker.tsx';
import { Logo } from './logo.tsx';
import { OwnMark } from './own-mark.tsx';

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
        <Sign />
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

/** The logo of the organisation whose page this is, as far as it is known; else ours. */
function Sign() {
  const organisation = useBrand();
  const logo = organisation?.brand.logo;
  if (organisation && logo) return <Logo logo={logo} name={organisation.name} />;
  return (
    <>
      <OwnMark size={28} />
      <Text fw={700} size="lg">
        Formstead
      </Text>
    </>
  );
}
