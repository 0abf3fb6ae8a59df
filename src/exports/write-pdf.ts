import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ZipEntry, zip } from '#answer-tables/index.ts';
import { type Attachment, attachmentsOf, openStored, pictureOf } from '#attachments/index.ts';
import { type FilledDocument, findDocument, type StoredDocument } from '#documents/index.ts';
import { type Form, readNames, readTimeZone } from '#form-basics/index.ts';
import { AppError } from '#kernel/errors.ts';
import type { Locale } from '#kernel/locale.ts';
import { writeInstant } from '#questionnaires/reading/moments.ts';
import { readAnswers, readable } from '#questionnaires/reading/read-answers.ts';
import { shownPartsOf } from '#questionnaires/reading/static-parts.ts';
import { findVersion } from '#templates/index.ts';
import type { ExportContext } from './context.ts';
import type { ExportFile, PdfPart } from './export.ts';
import { factsOf, momentsIn, shortFactsOf } from './form-facts.ts';
import { leavingOut } from './leave-out.ts';
import { listExportForms, NOT_WHOLE } from './list-export-forms.ts';
import { missingCharacters } from './missing-characters.ts';
import { fontsOf, pdfBrand } from './pdf-brand.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { ImageSource } from './render-pdf.ts';
import { dropResult, openResult, storeResult } from './result-files.ts';
import { reviewTrail } from './review-trail.ts';
import { safeName } from './safe-name.ts';
import { drawDocument } from './write-document.ts';

const TYPE = 'application/pdf';

/** What drawing a PDF needs. */
export interface Drawing extends Pick<ExportContext, 'signal' | 'miss'> {
  readonly work: Pick<
    ExportContext['work'],
    'db' | 'files' | 'clock' | 'pdfs' | 'documentPress' | 'engine'
  >;
  readonly locale: Locale;
  /** The id of a document of the template; undefined for the standard PDF. */
  readonly document?: string | undefined;
  readonly leaveOut?: readonly PdfPart[] | undefined;
}

type PdfFile = Pick<ExportFile, 'name' | 'type'>;

/** Stores one form as a PDF. */
export const writePdf = (context: ExportContext, form: Form): Promise<ExportFile> =>
  drawFormPdf({ ...context, ...pdfOptionsOf(context) }, form, (result, bytes) =>
    storeResult(context, result, bytes),
  );

const pdfOptionsOf = ({
  job: { options },
}: ExportContext): Pick<Drawing, 'locale' | 'document' | 'leaveOut'> => ({
  locale: options.locale,
  document: options.document,
  leaveOut: options.leaveOut,
});

/**
 * Draws one form as a PDF. If its images are too large to draw, it has their names instead, and is taken again.
 * @param take reads the bytes
 */
export async function drawFormPdf<T>(
  context: Drawing,
  form: Form,
  take: (file: PdfFile, bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  const { work, signal } = context;
  const files = await attachmentsOf(work.db.reader, form.accountId, form.id);
  const document = leavingOut(await describe(context, form, files), context.leaveOut);
  const result = { name: `${safeName(form.name)}.pdf`, type: TYPE };
  const { accountId } = form;
  const onMissing = (codePoints: readonly number[]) =>
    context.miss(missingCharacters(form, codePoints));
  const fonts = fontsOf(work.db.reader, accountId);
  const paper = await paperOf(context, form);
  const draw = async (images: ImageSource) => {
    if (!paper) {
      return take(
        result,
        work.pdfs.render(document, { accountId, images, fonts, signal, onMissing }),
      );
    }
    const { templateId } = form;
    const asked = { ...document, accountId, templateId, document: paper, images, signal };
    const { bytes, drawn } = await drawDocument(work, { ...asked, facts: document.short });
    if (drawn.unprintable.length > 0) onMissing(drawn.unprintable);
    return take(result, Readable.from([bytes]));
  };
  try {
    return await draw(async (id) => {
      const file = files.find((each) => each.id === id);
      return file && readPicture(context, form, file);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (files.length === 0) throw error;
    const text = 'Its photos could not be drawn. The PDF lists their names instead.';
    context.miss({ formId: form.id, form: form.name, reason: 'no-photos', text });
    return draw(async () => undefined);
  }
}

/** Returns the document that a form is printed on. A version that has none is noted, and gets the standard PDF. */
async function paperOf(context: Drawing, form: Form): Promise<StoredDocument | undefined> {
  if (context.document === undefined) return undefined;
  const { accountId, templateId, templateVersionId: versionId } = form;
  const of = { accountId, templateId, versionId };
  const found = await findDocument(context.work.db.reader, of, context.document);
  if (found) return found;
  const text = 'Its version of the template has no such document. The PDF has all answers instead.';
  context.miss({ formId: form.id, form: form.name, reason: 'no-document', text });
  return undefined;
}

/** Returns the bytes of a picture; undefined when there is none to show, or when it is damaged, which is noted. */
async function readPicture(
  context: Drawing,
  form: Form,
  attachment: Attachment,
): Promise<Uint8Array | undefined> {
  const picture = pictureOf(form.accountId, attachment);
  if (!picture) return undefined;
  try {
    return await buffer(await openStored(context.work, picture));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'file-damaged') throw error;
    const text = `The stored picture of ${attachment.name} is damaged. The PDF has its name instead.`;
    context.miss({ formId: form.id, form: form.name, reason: 'file-damaged', text });
    return undefined;
  }
}

/** Writes all forms of a template as PDFs in one archive. */
export async function writePdfs(
  context: ExportContext,
  templateId: string,
  title: string,
): Promise<ExportFile> {
  const archive = { name: `${safeName(title)}.zip`, type: 'application/zip' };
  const now = new Date(context.work.clock.now());
  return storeResult(context, archive, zip(entriesOf(context, templateId), now));
}

async function* entriesOf(context: ExportContext, templateId: string): AsyncIterable<ZipEntry> {
  for await (const form of listExportForms(context, templateId)) {
    let file: ExportFile;
    try {
      file = await writePdf(context, form);
    } catch {
      context.signal.throwIfAborted();
      const text = 'Its PDF could not be drawn.';
      context.miss({ formId: form.id, form: form.name, reason: 'not-drawn', text });
      continue;
    }
    const bytes = await openResult(context.work.files, file);
    // The number distinguishes forms with the same name.
    yield { name: `${form.number} - ${file.name}`, bytes };
    await dropResult(context, file);
    context.wrote();
  }
}

async function describe(
  context: Drawing,
  form: Form,
  files: readonly Attachment[],
): Promise<PdfDocument & { readonly short: FilledDocument['facts'] }> {
  const { work, locale } = context;
  const { reader } = work.db;
  const { accountId, assignment, createdBy, completedBy } = form;
  const corrected = context.leaveOut?.includes('history') === true ? undefined : form.corrected;
  const version = await findVersion(reader, accountId, form.templateVersionId);
  if (!version) throw new Error('the version of its template is gone');
  const people = [createdBy, completedBy ?? createdBy, corrected?.by ?? createdBy];
  const ids = [assignment.id, ...people, form.templateId];
  const names = await readNames(reader, accountId, ids);
  const timeZone = await readTimeZone(reader, accountId);
  const read = await readAnswers(
    { engine: work.engine.of(accountId), timeZone },
    readable(version.definition, locale),
    form,
  );
  if (!read.isWhole) context.miss({ formId: form.id, form: form.name, ...NOT_WHOLE });
  const at = momentsIn(locale, timeZone, names);
  return {
    title: form.name,
    ...(await pdfBrand(reader, {
      accountId,
      templateId: form.templateId,
      number: String(form.number),
      date: writeInstant(form.createdAt, locale, timeZone),
    })),
    locale,
    facts: factsOf(form, { names, locale, at, corrected }),
    short: shortFactsOf(form, { names, locale, at }),
    answers: read.answers,
    parts: shownPartsOf(version.definition, locale, read.facts),
    trail: await reviewTrail(reader, form, version.fields, locale, at),
    files: Object.fromEntries(
      files.map(({ id, name, size, picture }) => {
        return [id, { name, size, isPicture: picture !== undefined }] as const;
      }),
    ),
    foot: `${form.name} · ${form.id}`,
  };
}
