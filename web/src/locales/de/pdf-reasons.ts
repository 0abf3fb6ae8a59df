// Why a PDF can't be the paper of a template.
export const pdfReasons = {
  'pdf-format': 'Diese Datei ist kein PDF. Speichern Sie das Dokument als PDF.',
  'pdf-damaged':
    'Das PDF ist beschädigt. Öffnen Sie es in einem PDF-Programm, drucken Sie es in ein neues PDF und laden Sie dieses hoch.',
  'pdf-password':
    'Das PDF verlangt ein Passwort. Entfernen Sie es in einem PDF-Programm und laden Sie das PDF erneut hoch.',
  'pdf-xfa':
    'Dieses PDF kann nur Adobe Acrobat anzeigen (dynamisches XFA). Öffnen Sie es dort, drucken Sie es in ein neues PDF und laden Sie dieses hoch.',
  'pdf-pages':
    'Seiten des PDFs fehlen oder sind nicht lesbar. Öffnen Sie es in einem PDF-Programm, drucken Sie es in ein neues PDF und laden Sie dieses hoch.',
  'pdf-too-large':
    'Das PDF ist zu groß oder zu aufwendig. Teilen Sie es, oder drucken Sie es in einem PDF-Programm in ein neues PDF.',
} as const;
