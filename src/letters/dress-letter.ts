import { readBrand, readLogo, SHADE_OF, shadesOf } from '#brand/index.ts';
import type { Letter } from '#mail/mailer.ts';
import { letterHtml } from './letter-html.ts';
import type { LettersDeps } from './letters-deps.ts';

const CID = 'logo@formstead';
/** Formstead's own colour, for an organisation that has a logo only. */
const OWN_COLOUR = '#0b5cad';

/**
 * Adds the HTML form to a letter of an organisation that has a colour or a logo; its text stays as it is. This happens
 * when a letter is sent, so that it looks as the organisation does then, and no picture waits in the mail queue.
 */
export const dressLetter =
  ({ db, directory, publicUrl }: Pick<LettersDeps, 'db' | 'directory' | 'publicUrl'>) =>
  async (accountId: string, letter: Letter): Promise<Letter> => {
    const { accent, logo } = await readBrand(db.reader, accountId);
    if (accent === undefined && !logo) return letter;
    const account = await directory.readAccount(db.reader, accountId);
    const bytes = logo && (await readLogo(db.reader, accountId));
    const colour = shadesOf(accent ?? OWN_COLOUR)[SHADE_OF.light.button];
    const shown = logo && bytes && { ...logo, cid: CID, alt: account?.name ?? '' };
    return {
      ...letter,
      html: letterHtml(letter, { colour, logo: shown, publicUrl: publicUrl() }),
      ...(bytes && { picture: { cid: CID, type: 'image/png', bytes } }),
    };
  };
