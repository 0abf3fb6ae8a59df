import type { Dice } from './dice.ts';

/** An invented site at which people of the demo work. */
export interface Site {
  readonly name: string;
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
}

export const SITES: readonly Site[] = [
  { name: 'Mill Lane footbridge', latitude: 54.9783, longitude: -1.6178 },
  { name: 'Harbour viaduct, east pier', latitude: 54.9701, longitude: -1.6012 },
  { name: 'Coldwell river bridge', latitude: 55.0412, longitude: -1.7325 },
  { name: 'Station Road underpass', latitude: 54.9655, longitude: -1.6189 },
  { name: 'North quay lift bridge', latitude: 54.9718, longitude: -1.5934 },
  { name: 'A-road flyover, section 3', latitude: 54.9362, longitude: -1.6541 },
  { name: 'Elm Park culvert', latitude: 55.0093, longitude: -1.5788 },
  { name: 'Ferry landing walkway', latitude: 54.9889, longitude: -1.4422 },
];

export const YARD: Site = { name: 'Yard', latitude: 54.9527, longitude: -1.6398 };

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly accuracy: number;
}

/** Returns a location within some hundred metres, with the accuracy of a phone. */
export function near(dice: Dice, site: Site): Location {
  const shift = () => dice.int(-180, 180) / 100_000;
  const round = (degrees: number) => Math.round(degrees * 100_000) / 100_000;
  return {
    latitude: round(site.latitude + shift()),
    longitude: round(site.longitude + shift()),
    accuracy: dice.int(3, 28),
  };
}
