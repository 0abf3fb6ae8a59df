import {
  beside,
  choice,
  column,
  day,
  type GalleryTemplate,
  long,
  needed,
  oneOf,
  page,
  photo,
  rating,
  say,
  section,
  several,
  signature,
  table,
  text,
  time,
} from './parts.ts';

const state = (name: string, en: string, de: string) =>
  oneOf(
    name,
    say(en, de),
    [
      choice('ok', 'OK', 'In Ordnung'),
      choice('fault', 'Fault', 'Mangel'),
      choice('none', 'Does not apply', 'Entfällt'),
    ],
    {
      ...needed,
      colCount: 3,
    },
  );

export const siteInspection: GalleryTemplate = {
  id: 'site-inspection',
  name: say('Site inspection', 'Baustellenbegehung'),
  description: say(
    'Order, safety and defects on a building site, with photos, tasks and a signature.',
    'Ordnung, Sicherheit und Mängel auf einer Baustelle, mit Fotos, Aufgaben und Unterschrift.',
  ),
  definition: {
    pages: [
      page('site', say('Site', 'Baustelle'), [
        text('site', say('Site', 'Baustelle'), needed),
        text('area', say('Area or floor', 'Bereich oder Geschoss')),
        day('date', say('Date', 'Datum'), { ...needed, defaultValueExpression: 'today()' }),
        time('time', say('Time', 'Uhrzeit'), beside),
        several(
          'weather',
          say('Weather', 'Wetter'),
          [
            choice('dry', 'Dry', 'Trocken'),
            choice('rain', 'Rain', 'Regen'),
            choice('wind', 'Strong wind', 'Starker Wind'),
            choice('frost', 'Frost', 'Frost'),
          ],
          { colCount: 4 },
        ),
        text('present', say('Also present', 'Weitere Anwesende')),
      ]),
      page('checks', say('Checks', 'Prüfpunkte'), [
        section('order', say('Order and access', 'Ordnung und Zugänge'), {
          elements: [
            state('paths', 'Paths and escape routes are clear', 'Wege und Fluchtwege sind frei'),
            state('fence', 'Fence and signs', 'Bauzaun und Beschilderung'),
            state('lighting', 'Lighting', 'Beleuchtung'),
          ],
        }),
        section('safety', say('Safety', 'Sicherheit'), {
          elements: [
            state('scaffold', 'Scaffolds and ladders', 'Gerüste und Leitern'),
            state('edges', 'Protection against falls', 'Absturzsicherung'),
            state('power', 'Electrical equipment', 'Elektrische Anlagen'),
            state('equipment', 'Protective equipment is worn', 'Schutzausrüstung wird getragen'),
            state('first_aid', 'First aid and fire extinguishers', 'Erste Hilfe und Feuerlöscher'),
          ],
        }),
        rating('impression', say('Overall impression', 'Gesamteindruck'), {
          rateMax: 5,
          minRateDescription: say('Poor', 'Schlecht'),
          maxRateDescription: say('Very good', 'Sehr gut'),
        }),
      ]),
      page('defects', say('Defects and tasks', 'Mängel und Aufgaben'), [
        table('tasks', say('Tasks', 'Aufgaben'), {
          addRowText: say('Add task', 'Aufgabe hinzufügen'),
          columns: [
            column('what', say('Defect or task', 'Mangel oder Aufgabe')),
            column('who', say('Responsible', 'Zuständig')),
            column('until', say('Due', 'Bis'), { cellType: 'text', inputType: 'date' }),
          ],
        }),
        photo('photos', say('Photos', 'Fotos'), { allowMultiple: true }),
        long('remarks', say('Remarks', 'Bemerkungen')),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
