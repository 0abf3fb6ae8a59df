import { displayName, everybodyIn } from '../people.ts';
import { dayOf, type Sample } from '../sample.ts';
import { near, SITES } from '../sites.ts';

const WORK = [
  'Formwork for the north abutment closed, reinforcement checked and signed off.',
  'Old bearings 3 and 4 out, seats cleaned and levelled with mortar.',
  'Deck waterproofing: 46 m² primed, first layer on.',
  'Scaffold moved to the second bay, brackets bolted.',
  'Joint cut open over 8 m, debris taken to the yard.',
  'Parapet coated on the upstream side, second coat tomorrow.',
] as const;

const DELAYS = [
  'Concrete came an hour and a half late.',
  'Wind over the limit for the platform until eleven.',
  'Waited for the lane closure.',
] as const;

/** The work of a crew in one shift, filled in at its end. */
export const dailyWorkReport: Sample = {
  name: 'Daily work report',
  description: 'Who worked where in one shift, what was done, and what held it up.',
  namePattern: 'Daily report {date} {user}',
  openTo: ['Field crews'],
  count: 920,
  onSite: true,
  definition: {
    title: 'Daily work report',
    pages: [
      {
        name: 'shift',
        elements: [
          { type: 'text', name: 'date', title: 'Date', inputType: 'date', isRequired: true },
          {
            type: 'dropdown',
            name: 'site',
            title: 'Site',
            isRequired: true,
            choices: SITES.map(({ name }) => name),
            searchable: true,
          },
          { type: 'location', name: 'place', title: 'Place of work' },
          {
            type: 'radiogroup',
            name: 'weather',
            title: 'Weather',
            choices: ['dry', 'rain', 'wind', 'frost'],
          },
          { type: 'text', name: 'temperature', title: 'Degrees at noon', inputType: 'number' },
          {
            type: 'paneldynamic',
            name: 'crew',
            title: 'Crew',
            templateTitle: '{panel.name}',
            templateElements: [
              { type: 'text', name: 'name', title: 'Name', isRequired: true },
              { type: 'text', name: 'hours', title: 'Hours', inputType: 'number', max: 16 },
            ],
          },
          {
            type: 'comment',
            name: 'work',
            title: 'Work done',
            isRequired: true,
            searchable: true,
          },
          {
            type: 'checkbox',
            name: 'plant',
            title: 'Plant on site',
            choices: ['Compressor', 'Work platform', 'Generator', 'Mini excavator', 'Water pump'],
          },
          { type: 'boolean', name: 'delayed', title: 'Something held the work up' },
          {
            type: 'comment',
            name: 'delay',
            title: 'What held it up, and for how long',
            visibleIf: '{delayed} = true',
            isRequired: true,
          },
          { type: 'signaturepad', name: 'signature', title: 'Signature' },
        ],
      },
    ],
  },
  answer({ dice, person, at, site }) {
    const others = dice.shuffle(everybodyIn('Field crews').filter((other) => other !== person));
    const crew = [person, ...others.slice(0, dice.int(1, 3))];
    const delayed = dice.chance(0.25);
    const { latitude: lat, longitude: lon, accuracy } = near(dice, site);
    return {
      date: dayOf(at),
      site: site.name,
      place: { lat, lon, accuracy, at: new Date(at).toISOString(), source: 'gps' },
      weather: dice.pick(['dry', 'dry', 'rain', 'wind', 'frost']),
      temperature: dice.int(-2, 14),
      crew: crew.map((each) => ({ name: displayName(each), hours: dice.int(14, 20) / 2 })),
      work: dice.pick(WORK),
      plant: dice.shuffle(['Compressor', 'Work platform', 'Generator']).slice(0, dice.int(0, 2)),
      delayed,
      ...(delayed && { delay: dice.pick(DELAYS) }),
    };
  },
};
