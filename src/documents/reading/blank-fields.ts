import {
  type FormField,
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfStream,
} from '#documents/pdf.ts';
import { rectOf } from './page-area.ts';
import { formFieldsOf } from './source-form.ts';

const READ_ONLY = 1;

/**
 * Empties all fields and makes what is left of them a part of the page: the line or square of a field often belongs to
 * the field. Buttons and signatures leave nothing.
 */
export function blankFields(pdf: PDF): void {
  const { form, fields } = formFieldsOf(pdf);
  if (!form) return;
  for (const field of fields) {
    if (field.type === 'button' || field.type === 'signature') {
      form.removeField(field);
      continue;
    }
    // The library sets no field that is read-only.
    const dict = field.acroField();
    dict.set('Ff', PdfNumber.of(field.flags & ~READ_ONLY));
    if (!isEmptied(field)) for (const widget of field.getWidgets()) leaveEmpty(pdf, widget.dict);
  }
  form.flatten();
}

/** @returns false if the library can't empty the field, or would draw its first choice */
function isEmptied(field: FormField): boolean {
  try {
    if ('uncheck' in field && typeof field.uncheck === 'function') field.uncheck();
    else if (field.type === 'text' && 'setValue' in field && typeof field.setValue === 'function')
      field.setValue('');
    else if (field.type === 'radio' && 'setValue' in field && typeof field.setValue === 'function')
      field.setValue(null);
    else return false;
    return true;
  } catch {
    return false;
  }
}

/** Replaces the look of a widget by its background and its border alone. */
function leaveEmpty(pdf: PDF, widget: PdfDict): void {
  const resolve = pdf.getObject.bind(pdf);
  const rect = rectOf(pdf, widget.get('Rect', resolve));
  if (rect === undefined) return;
  const [w, h] = [rect[2] - rect[0], rect[3] - rect[1]];
  const style = widget.getDict('MK', resolve);
  const width = widget.getDict('BS', resolve)?.getNumber('W', resolve)?.value ?? 1;
  const fill = colour(pdf, style?.getArray('BG', resolve), ['g', 'rg', 'k']);
  const line = width > 0 ? colour(pdf, style?.getArray('BC', resolve), ['G', 'RG', 'K']) : '';
  const painted = [
    fill && `${fill} 0 0 ${w} ${h} re f`,
    line && `${line} ${width} w ${width / 2} ${width / 2} ${w - width} ${h - width} re S`,
  ];
  const look = PdfStream.fromDict(
    {
      Type: PdfName.of('XObject'),
      Subtype: PdfName.of('Form'),
      BBox: PdfArray.of(...[0, 0, w, h].map((each) => PdfNumber.of(each))),
      Resources: new PdfDict(),
    },
    Buffer.from(`q ${painted.join(' ')} Q`),
  );
  widget.set('AP', PdfDict.of({ N: pdf.register(look) }));
  widget.delete('AS');
}

/** Returns the operator that sets a colour of one, three or four numbers; empty for none. */
function colour(pdf: PDF, value: PdfArray | undefined, operators: readonly string[]): string {
  if (value === undefined) return '';
  const parts = value.toArray().flatMap((_, i) => {
    const each = value.at(i, pdf.getObject.bind(pdf));
    return each instanceof PdfNumber ? [each.value] : [];
  });
  const operator = operators[[1, 3, 4].indexOf(parts.length)];
  return operator === undefined ? '' : `${parts.join(' ')} ${operator}`;
}
