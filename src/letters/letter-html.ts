import type { Letter } from '#mail/mailer.ts';

/** What a letter looks like. */
export interface LetterLook {
  /** `#rrggbb`, dark enough for white text. */
  readonly colour: string;
  /** Undefined: no logo. */
  readonly logo:
    | {
        /** A Content-ID of the mail. */
        readonly cid: string;
        readonly alt: string;
        /** In pixels. */
        readonly width: number;
        readonly height: number;
      }
    | undefined;
  /** Only URLs below it become links, because other text may come from users. */
  readonly publicUrl: string;
}

const FOOT = /^-- \n/;
const PAGE = 'margin:0;padding:24px 16px;background:#ffffff;color:#1f2933';
const FONT = 'font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif';
const SMALL = 'font-size:13px;color:#52606d';
const BUTTON = 'display:inline-block;padding:10px 18px;border-radius:8px;color:#ffffff';

/**
 * Returns the HTML form of a letter: its text, with a button where a URL of ours has a line to itself. Mail programs
 * read styles of elements only, and few style sheets.
 */
export function letterHtml(
  { subject, text, language = 'en', action }: Letter,
  look: LetterLook,
): string {
  const paragraphs = text.split('\n\n').map((paragraph) => paragraphHtml(paragraph, action, look));
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    `<body style='${PAGE};${FONT}'><div style="max-width:560px;margin:0 auto">`,
    look.logo ? logoHtml(look.logo) : '',
    ...paragraphs,
    '</div></body></html>',
  ].join('');
}

/** Half its size, since it is stored for screens with a fine grid. */
function logoHtml({ cid, alt, width, height }: NonNullable<LetterLook['logo']>): string {
  const scale = Math.min(1, 200 / width, 80 / height);
  const [w, h] = [width, height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  const name = escapeHtml(alt);
  return `<p style="margin:0 0 24px"><img src="cid:${cid}" alt="${name}" width="${w}" height="${h}"></p>`;
}

function paragraphHtml(paragraph: string, action: string | undefined, look: LetterLook): string {
  const isFoot = FOOT.test(paragraph);
  const lines = paragraph.replace(FOOT, '').split('\n');
  const html = lines.map((line) =>
    action !== undefined && isOwnUrl(line, look)
      ? buttonHtml(line, action, look)
      : line
          .split(/(\s+)/)
          .map((word) => wordHtml(word, look))
          .join(''),
  );
  return `<p style="margin:0 0 16px${isFoot ? `;${SMALL}` : ''}">${html.join('<br>')}</p>`;
}

/** The URL stands below the button too, for readers who want to see where it leads, or to copy it. */
function buttonHtml(url: string, action: string, look: LetterLook): string {
  const style = `${BUTTON};background:${look.colour};text-decoration:none;font-weight:600;margin:8px 0`;
  const button = `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(action)}</a>`;
  return `${button}<br><span style="${SMALL};word-break:break-all">${escapeHtml(url)}</span>`;
}

function wordHtml(word: string, look: LetterLook): string {
  const text = escapeHtml(word);
  if (!isOwnUrl(word, look)) return text;
  return `<a href="${text}" style="color:${look.colour};word-break:break-all">${text}</a>`;
}

const isOwnUrl = (text: string, { publicUrl }: LetterLook): boolean =>
  text.startsWith(`${publicUrl}/`) && !/\s/.test(text);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
