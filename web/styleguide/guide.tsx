import { Group, SegmentedControl, Stack, Title, useMantineColorScheme } from '@mantine/core';
import { Page } from '#web/components/page.tsx';
import { changeLanguage, isLanguage, LANGUAGES } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';
import { Alerts } from './parts/alerts.tsx';
import { Buttons } from './parts/buttons.tsx';
import { Details } from './parts/details.tsx';
import { Dialogs } from './parts/dialogs.tsx';
import { EmptyStates } from './parts/empty-states.tsx';
import { Fields } from './parts/fields.tsx';
import { Headers } from './parts/headers.tsx';
import { Lists, SampleList } from './parts/lists.tsx';
import { Skeletons } from './parts/skeletons.tsx';
import { States } from './parts/states.tsx';
import { Tokens } from './parts/tokens.tsx';
import { useWords } from './words.ts';

const PARTS = [
  { id: 'tokens', Part: Tokens },
  { id: 'headers', Part: Headers },
  { id: 'lists', Part: Lists },
  { id: 'details', Part: Details },
  { id: 'states', Part: States },
  { id: 'alerts', Part: Alerts },
  { id: 'empty', Part: EmptyStates },
  { id: 'loading', Part: Skeletons },
  { id: 'buttons', Part: Buttons },
  { id: 'fields', Part: Fields },
  { id: 'dialogs', Part: Dialogs },
] as const;

const asked = new URLSearchParams(location.search);
/** All parts, or the one that the address names, as in `?part=dialogs`. */
const shown = PARTS.filter(({ id }) => !asked.has('part') || asked.get('part') === id);

/** The parts below each other; in the frame that shows a list on a phone, that list alone. */
export function Guide() {
  const words = useWords();
  if (asked.has('framed')) return <SampleList />;
  return (
    <main className="guide">
      <Page title={words.title} lead={words.lead} actions={<Choices />}>
        <Stack gap="xl">
          {shown.map(({ id, Part }) => (
            <Stack key={id} gap="md" data-part={id}>
              <Title order={2}>{words.parts[id]}</Title>
              <Part />
            </Stack>
          ))}
        </Stack>
      </Page>
    </main>
  );
}

/** Of the language and the scheme, which the whole guide is shown in. */
function Choices() {
  const { t, i18n } = useTranslation();
  const words = useWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Group>
      <SegmentedControl
        aria-label={words.language}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        value={i18n.language}
        onChange={(language) => {
          if (isLanguage(language)) void changeLanguage(language);
        }}
      />
      <SegmentedControl<'auto' | 'light' | 'dark'>
        aria-label={words.scheme}
        data={(['auto', 'light', 'dark'] as const).map((value) => ({
          value,
          label: t(`shell.schemes.${value}`),
        }))}
        value={colorScheme}
        onChange={setColorScheme}
      />
    </Group>
  );
}
