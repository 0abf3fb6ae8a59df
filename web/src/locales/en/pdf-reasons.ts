// Why a PDF can't be the paper of a template.
export const pdfReasons = {
  'pdf-format': 'This is not a PDF.',
  'pdf-damaged': 'The PDF is damaged.',
  'pdf-password': 'The PDF has a password. Remove it first.',
  'pdf-xfa': 'Only Acrobat shows this PDF. Print it into a new one.',
  'pdf-pages': 'Pages are missing. Print the PDF into a new one.',
  'pdf-too-large': 'The PDF is too large. Split it.',
} as const;
