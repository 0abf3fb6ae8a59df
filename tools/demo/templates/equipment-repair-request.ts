import type { Sample } from '../sample.ts';

const FAULTS = [
  { equipment: 'Work platform', fault: 'Does not come down the last half metre by itself.' },
  { equipment: 'Generator', fault: 'Stops after ten minutes under load.' },
  { equipment: 'Compressor', fault: 'Loses pressure overnight; the hose coupling hisses.' },
  { equipment: 'Mini excavator', fault: 'Left track jumps when turning on the spot.' },
  { equipment: 'Water pump', fault: 'Runs, but lifts next to nothing.' },
  { equipment: 'Van', fault: 'Brake warning light comes on in the wet.' },
] as const;

const REPAIRS = [
  'Limit switch exchanged and adjusted.',
  'Filter and fuel line cleaned, run for an hour under load.',
  'Coupling exchanged, pressure held for twelve hours.',
  'Track tensioned, idler greased.',
  'Impeller exchanged.',
] as const;

/** Broken equipment: anybody may ask for a repair, and the workshop answers. */
export const equipmentRepairRequest: Sample = {
  name: 'Equipment repair request',
  description: 'What is broken, whether it is still safe to use, and how it was repaired.',
  namePattern: 'Repair {number}: {user}',
  openTo: [],
  count: 380,
  onSite: true,
  definition: {
    title: 'Equipment repair request',
    pages: [
      {
        name: 'request',
        title: 'The fault',
        elements: [
          {
            type: 'dropdown',
            name: 'equipment',
            title: 'Equipment',
            isRequired: true,
            choices: FAULTS.map(({ equipment }) => equipment),
          },
          { type: 'text', name: 'assetNumber', title: 'Asset number', isRequired: true },
          { type: 'comment', name: 'fault', title: 'What is wrong', isRequired: true },
          { type: 'boolean', name: 'safe', title: 'It is safe to use until then' },
          {
            type: 'rating',
            name: 'urgency',
            title: 'How urgent (1: whenever, 5: work stands still)',
            rateMin: 1,
            rateMax: 5,
          },
          { type: 'file', name: 'photos', title: 'Photographs', allowMultiple: true },
        ],
      },
      {
        name: 'repair',
        title: 'The repair',
        elements: [
          { type: 'comment', name: 'repair', title: 'What was done' },
          { type: 'text', name: 'workshopHours', title: 'Hours', inputType: 'number', min: 0 },
          { type: 'boolean', name: 'testedUnderLoad', title: 'Tested under load' },
        ],
      },
    ],
  },
  answer({ dice }) {
    const { equipment, fault } = dice.pick(FAULTS);
    return {
      equipment,
      assetNumber: `AB-${dice.int(1040, 1395)}`,
      fault,
      safe: dice.chance(0.6),
      urgency: dice.int(1, 5),
      repair: dice.pick(REPAIRS),
      workshopHours: dice.int(1, 12) / 2,
      testedUnderLoad: dice.chance(0.9),
    };
  },
};
