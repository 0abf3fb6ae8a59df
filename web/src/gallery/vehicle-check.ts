import {
  CONDITION,
  choice,
  column,
  day,
  dropdown,
  fixedRows,
  type GalleryTemplate,
  long,
  needed,
  number,
  page,
  say,
  section,
  signature,
  text,
  yesNo,
} from './parts.ts';

const CHECKS = [
  choice('tyres', 'Tyres', 'Reifen'),
  choice('lights', 'Lights and indicators', 'Licht und Blinker'),
  choice('mirrors', 'Windows and mirrors', 'Scheiben und Spiegel'),
  choice('wipers', 'Wipers', 'Scheibenwischer'),
  choice('brakes', 'Brakes', 'Bremsen'),
  choice('oil', 'Oil and coolant', 'Öl und Kühlmittel'),
  choice('first_aid', 'First-aid kit', 'Verbandkasten'),
  choice('triangle', 'Warning triangle', 'Warndreieck'),
  choice('vest', 'High-visibility vest', 'Warnweste'),
];

export const vehicleCheck: GalleryTemplate = {
  id: 'vehicle-check',
  name: say('Vehicle check', 'Fahrzeugkontrolle'),
  description: say(
    'The check before a drive: tyres, lights, brakes and equipment, with a photo of each fault.',
    'Die Kontrolle vor der Fahrt: Reifen, Licht, Bremsen und Ausrüstung, mit einem Foto zu jedem Mangel.',
  ),
  definition: {
    pages: [
      page('vehicle', say('Vehicle', 'Fahrzeug'), [
        text('plate', say('Licence plate', 'Kennzeichen'), needed),
        text('driver', say('Driver', 'Fahrerin oder Fahrer'), needed),
        day('date', say('Date', 'Datum'), { ...needed, defaultValueExpression: 'today()' }),
        number('mileage', say('Mileage in km', 'Kilometerstand'), { ...needed, min: 0, step: 1 }),
        dropdown('fuel', say('Fuel or charge', 'Tank oder Ladung'), [
          choice('full', 'Full', 'Voll'),
          choice('three', 'Three quarters', 'Drei Viertel'),
          choice('half', 'Half', 'Halb voll'),
          choice('quarter', 'A quarter or less', 'Ein Viertel oder weniger'),
        ]),
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
      ]),
      page('result', say('Result', 'Ergebnis'), [
        section('faults', say('Faults', 'Mängel'), {
          visibleIf: CHECKS.map(({ value }) => `{checks.${value}.state} = 'fault'`).join(' or '),
          elements: [
            long('fault', say('Describe the faults', 'Beschreiben Sie die Mängel'), needed),
          ],
        }),
        yesNo('safe', say('Is the vehicle safe to drive?', 'Ist das Fahrzeug fahrbereit?'), needed),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
