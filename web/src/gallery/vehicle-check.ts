import {
  CONDITION,
  choice,
  day,
  dropdown,
  type GalleryTemplate,
  long,
  needed,
  number,
  oneOf,
  page,
  photo,
  say,
  section,
  signature,
  text,
  yesNo,
} from './parts.ts';

const check = (name: string, en: string, de: string) =>
  oneOf(name, say(en, de), CONDITION, { ...needed, colCount: 3 });

const ALL = [
  'tyres',
  'lights',
  'mirrors',
  'wipers',
  'brakes',
  'oil',
  'first_aid',
  'triangle',
  'vest',
];

export const vehicleCheck: GalleryTemplate = {
  id: 'vehicle-check',
  name: say('Vehicle check', 'Fahrzeugkontrolle'),
  description: say(
    'The check before a drive: tyres, lights, brakes and equipment, with photos of faults.',
    'Die Kontrolle vor der Fahrt: Reifen, Licht, Bremsen und Ausrüstung, mit Fotos von Mängeln.',
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
        section('outside', say('Outside', 'Außen'), {
          elements: [
            check('tyres', 'Tyres', 'Reifen'),
            check('lights', 'Lights and indicators', 'Licht und Blinker'),
            check('mirrors', 'Windows and mirrors', 'Scheiben und Spiegel'),
            check('wipers', 'Wipers', 'Scheibenwischer'),
          ],
        }),
        section('inside', say('Engine and equipment', 'Motor und Ausrüstung'), {
          elements: [
            check('brakes', 'Brakes', 'Bremsen'),
            check('oil', 'Oil and coolant', 'Öl und Kühlmittel'),
            check('first_aid', 'First-aid kit', 'Verbandkasten'),
            check('triangle', 'Warning triangle', 'Warndreieck'),
            check('vest', 'High-visibility vest', 'Warnweste'),
          ],
        }),
      ]),
      page('result', say('Result', 'Ergebnis'), [
        section('faults', say('Faults', 'Mängel'), {
          visibleIf: ALL.map((name) => `{${name}} = 'fault'`).join(' or '),
          elements: [
            long('fault', say('Describe the faults', 'Beschreiben Sie die Mängel'), needed),
            photo('photos', say('Photos of the faults', 'Fotos der Mängel'), {
              allowMultiple: true,
            }),
          ],
        }),
        yesNo('safe', say('Is the vehicle safe to drive?', 'Ist das Fahrzeug fahrbereit?'), needed),
        signature('signature', say('Signature', 'Unterschrift'), needed),
      ]),
    ],
  },
};
