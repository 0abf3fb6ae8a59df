import {
  CONDITION,
  calculated,
  choice,
  column,
  day,
  fixedRows,
  type GalleryTemplate,
  long,
  needed,
  page,
  person,
  say,
  section,
  signature,
  slider,
  text,
} from './parts.ts';

const CHECKS = [
  choice('exits', 'Escape routes and exits are clear', 'Fluchtwege und Ausgänge sind frei'),
  choice('extinguishers', 'Fire extinguishers are in place', 'Feuerlöscher sind vorhanden'),
  choice('first_aid', 'First-aid kit is complete', 'Verbandkasten ist vollständig'),
  choice('machines', 'Machines have their guards', 'Maschinen haben Schutzvorrichtungen'),
  choice('order', 'The workplace is tidy', 'Der Arbeitsplatz ist aufgeräumt'),
];

const counted = (state: string) =>
  String.raw`countInArray({checks}, 'state', '{state} = \'${state}\'')`;
const [OK, FAULTS] = [counted('ok'), counted('fault')];

export const workplaceInspection: GalleryTemplate = {
  id: 'workplace-inspection',
  name: say('Workplace inspection', 'Arbeitsplatzbegehung'),
  description: say(
    'A check list with fixed rows and a photo in each, a score, who mends the faults, and a signature.',
    'Eine Checkliste mit festen Zeilen und einem Foto je Zeile, einer Punktzahl, wer Mängel behebt, und einer Unterschrift.',
  ),
  definition: {
    pages: [
      page('place', say('Place', 'Ort'), [
        text('place', say('Workplace', 'Arbeitsplatz'), needed),
        person('inspector', say('Inspector', 'Geprüft von'), needed),
        day('date', say('Date', 'Datum'), { ...needed, defaultValueExpression: 'today()' }),
      ]),
      page('checks', say('Checks', 'Prüfpunkte'), [
        fixedRows('checks', say('Check', 'Prüfen Sie'), {
          rows: CHECKS,
          columns: [
            column('state', say('Result', 'Ergebnis'), {
              ...needed,
              cellType: 'radiogroup',
              choices: CONDITION,
            }),
            column('photo', say('Photo', 'Foto'), {
              cellType: 'file',
              acceptedTypes: 'image/*',
              sourceType: 'file-camera',
              storeDataAsText: false,
              allowMultiple: true,
            }),
            column('note', say('Remark', 'Bemerkung')),
          ],
        }),
        calculated('score', say('Score', 'Punktzahl'), {
          expression: `iif(${OK} + ${FAULTS} > 0, 100 * ${OK} / (${OK} + ${FAULTS}), 0)`,
          decimals: 0,
          unit: '%',
        }),
      ]),
      page('result', say('Result', 'Ergebnis'), [
        slider('impression', say('Overall impression', 'Gesamteindruck'), { min: 0, max: 10 }),
        section('faults', say('Faults', 'Mängel'), {
          visibleIf: CHECKS.map(({ value }) => `{checks.${value}.state} = 'fault'`).join(' or '),
          elements: [
            long('measures', say('What has to be done', 'Was zu tun ist'), needed),
            person('responsible', say('Who does it', 'Wer es erledigt'), needed),
          ],
        }),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
