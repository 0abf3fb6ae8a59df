import { Text as Words } from '@mantine/core';
import { LinkAnchor } from '#web/components/link-anchor.tsx';
import type { Text } from '#web/guides/guide.ts';
import { shownLanguage } from '#web/texts/i18n.ts';
import { useTranslation } from '#web/texts/texts.ts';

/** Returns a function that selects the text of a guide in the language of the app. */
export function useGuideText(): (text: Text) => string {
  // Renders the caller again in another language.
  useTranslation();
  const language = shownLanguage();
  return (text) => text[language];
}

/** A text of a guide; the labels of other screens in it are bold, and the screen of API credentials is linked. */
export function GuideText({ text }: { readonly text: Text }) {
  const { t } = useTranslation();
  const parts = useGuideText()(text).split('`');
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : part === t('credentials.title') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice, and never move
      <LinkAnchor key={index} to="/settings/credentials" inherit fw={600} underline="always">
        {part}
      </LinkAnchor>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice, and never move
      <Words key={index} span inherit fw={600}>
        {part}
      </Words>
    ),
  );
}
