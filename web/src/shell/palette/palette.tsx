// People who work with the keyboard reach everything by typing its name. The server finds only what the person may see.
import '@mantine/spotlight/styles.css';
import { useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSession } from '#web/api/session.ts';
import { SECTIONS } from '#web/shell/navigation.tsx';
import { entriesOf } from '#web/shell/navigation-sections.tsx';
import { SETTINGS_SECTIONS } from '#web/shell/settings-navigation.tsx';
import { useTranslation } from '#web/texts/texts.ts';
import { palette, selectedText, store, useSelection } from './selection.ts';
import { type Result, useResults } from './use-results.ts';

interface PaletteProps {
  /** The number of times that the palette was asked for: each increase opens it. */
  readonly asked: number;
  /** Called before it goes to another screen. */
  readonly onGo: () => void;
  readonly onHelp: () => void;
}

interface Item {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  run(): void;
}

const PAUSE_MS = 200;
/**
 * Makes the scrolling area focusable, so that it scrolls without a mouse. The types of the component leave these
 * properties out.
 */
const SCROLLED = { viewportProps: { tabIndex: 0 } };
const SCHEMES = ['auto', 'light', 'dark'] as const;

/** Finds any screen, action, user, form, template and dashboard that the role may use by its name, and goes there. */
export function Palette({ asked, onGo, onHelp }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { role } = useSession().user;
  const { setColorScheme } = useMantineColorScheme();
  const [query, setQuery] = useState('');
  const [wanted] = useDebouncedValue(query.trim(), PAUSE_MS);
  const [said, setSaid] = useState('');
  const { isSearching, people, forms, templates, dashboards } = useResults(wanted);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const going = (to: string) => () => {
    onGo();
    void navigate({ href: to });
  };
  const isWanted = ({ label }: Item) => label.toLowerCase().includes(query.trim().toLowerCase());
  // Results for an earlier text are filtered by the current one: they must not look like its results.
  const isCurrent = wanted === query.trim();
  const found = (results: readonly Result[]): readonly Item[] =>
    results
      .map((result): Item => ({ ...result, run: going(result.to) }))
      .filter((item) => isCurrent || isWanted(item));
  const actions: readonly Item[] = [
    { id: 'new-form', label: t('palette.newForm'), run: going('/forms/new') },
    ...(role === 'member'
      ? []
      : [{ id: 'new-template', label: t('palette.newTemplate'), run: going('/templates/new') }]),
    { id: 'profile', label: t('palette.profile'), run: going('/profile') },
    ...SCHEMES.map((scheme) => ({
      id: scheme,
      label: t('palette.scheme', { scheme: t(`shell.schemes.${scheme}`) }),
      run: () => setColorScheme(scheme),
    })),
    { id: 'keys', label: t('palette.keys'), run: onHelp },
  ];
  const sections = role === 'admin' ? [...SECTIONS, ...SETTINGS_SECTIONS] : SECTIONS;
  const pages = entriesOf(role, sections).map(
    ({ to, label }): Item => ({ id: to, label: t(`navigation.${label}`), run: going(to) }),
  );
  const all = role === 'member' ? '/forms' : '/forms/all';
  const withAll = (
    kind: 'people' | 'forms' | 'templates' | 'dashboards',
    results: readonly Result[],
    path: string,
  ): readonly Item[] => {
    const items = found(results);
    const label = t(`palette.all.${kind}`, { words: wanted });
    const asked = kind === 'dashboards' ? '' : `?${new URLSearchParams({ q: wanted })}`;
    const run = going(`${path}${asked}`);
    return items.length > 0 ? [...items, { id: `all-${kind}`, label, run }] : [];
  };
  const groups = [
    { name: 'people', items: withAll('people', people, '/settings/users') },
    { name: 'forms', items: withAll('forms', forms, all) },
    { name: 'templates', items: withAll('templates', templates, '/templates') },
    { name: 'dashboards', items: withAll('dashboards', dashboards, '/dashboards') },
    { name: 'actions', items: actions.filter(isWanted) },
    { name: 'pages', items: pages.filter(isWanted) },
  ] as const;
  const offered = groups.flatMap(({ items }) => items.map(({ id }) => id)).join();
  const { onMove } = useSelection(query, offered);
  const isEmpty = offered === '' && isCurrent && !isSearching;
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.keysList.open') } }}
    >
      <Spotlight.Search
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        onKeyDown={({ key }) => {
          if (key.startsWith('Arrow')) onMove();
        }}
        onKeyUp={({ key }) => {
          if (key.startsWith('Arrow')) setSaid(selectedText());
        }}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <Spotlight.ActionsList {...SCROLLED}>
        {groups.map(
          ({ name, items }) =>
            items.length > 0 && (
              <Spotlight.ActionsGroup key={name} label={t(`palette.groups.${name}`)}>
                {items.map(({ id, label, description = '', run }) => (
                  <Spotlight.Action
                    key={id}
                    label={label}
                    description={description}
                    onClick={run}
                  />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {isEmpty && <Spotlight.Empty>{t('palette.nothing')}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
