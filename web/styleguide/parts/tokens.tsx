import { Stack, Text, useComputedColorScheme } from '@mantine/core';
import { PlainTable } from '#web/lists/plain-table.tsx';
import { contrast } from '../contrast.ts';
import { Specimen } from '../specimen.tsx';
import { useWords } from '../words.ts';

const SIZES = ['xs', 'sm', 'lg', 'xl'] as const;
const WEIGHTS = [400, 550, 700] as const;
const SPACES = ['0.25rem', '0.5rem', '0.75rem', '1rem', '1.5rem', '2rem'] as const;
const TONES = ['grey', 'blue', 'green', 'amber', 'red'] as const;
const PAGE = { light: '#ffffff', dark: '#242424' } as const;

const tokenOf = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();

/** The scale of type, weights and spaces, and each tone with its contrast as it is now. */
export function Tokens() {
  const words = useWords();
  const page = PAGE[useComputedColorScheme('light')];
  const ratio = (text: string, ground: string): string =>
    contrast(text, ground).toLocaleString(undefined, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
  const textOf = (tone: string): string => tokenOf(`--${tone}-text`);
  return (
    <>
      <Specimen label={words.tokens.type}>
        {SIZES.map((size) => (
          <Text key={size} size={size}>{`${size} · ${words.tokens.pangram}`}</Text>
        ))}
      </Specimen>
      <Specimen label={words.tokens.weights}>
        {WEIGHTS.map((weight) => (
          <Text key={weight} fw={weight}>{`${weight} · ${words.tokens.pangram}`}</Text>
        ))}
      </Specimen>
      <Specimen label={words.tokens.spacing}>
        <Stack gap={4}>
          {SPACES.map((space) => (
            <div key={space} className="guide-space" style={{ width: space }} title={space} />
          ))}
        </Stack>
      </Specimen>
      <PlainTable
        label={words.tokens.colours}
        items={TONES}
        idOf={(tone) => tone}
        columns={[
          {
            id: 'tone',
            header: words.tokens.tone,
            cell: (tone) => (
              <span
                className="guide-swatch"
                style={{ color: `var(--${tone}-text)`, background: `var(--${tone}-ground)` }}
              >
                {tone}
              </span>
            ),
          },
          {
            id: 'own',
            header: words.tokens.own,
            isNumber: true,
            phone: 'labelled',
            cell: (tone) => ratio(textOf(tone), tokenOf(`--${tone}-ground`)),
          },
          {
            id: 'page',
            header: words.tokens.page,
            isNumber: true,
            phone: 'labelled',
            cell: (tone) => ratio(textOf(tone), page),
          },
          {
            id: 'surface',
            header: words.tokens.surface,
            isNumber: true,
            phone: 'labelled',
            cell: (tone) => ratio(textOf(tone), tokenOf('--surface')),
          },
        ]}
      />
    </>
  );
}
