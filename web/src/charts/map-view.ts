// How places are laid out on a flat map, and its lines of latitude and longitude.

interface Point {
  readonly lat: number;
  readonly lon: number;
}

export interface MapView {
  readonly width: number;
  readonly height: number;
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  x(lon: number): number;
  y(lat: number): number;
}

const WIDTH = 420;
const MOST_HEIGHT = 320;
const LEAST_HEIGHT = 180;
/** The least span of a map, in degrees: about two kilometres. */
const LEAST_SPAN = 0.02;
/** The edge around the places, as part of the map. */
const EDGE = 0.08;

/** Returns the map that shows all places, as wide and high as they are on the ground. */
export function viewOf(points: readonly Point[]): MapView {
  const lats = points.map(({ lat }) => lat);
  const lons = points.map(({ lon }) => lon);
  const middle = { lat: middleOf(lats), lon: middleOf(lons) };
  // A degree of longitude is shorter away from the equator.
  const shrink = Math.max(0.1, Math.cos((middle.lat * Math.PI) / 180));
  const tall = spanOf(lats);
  const wide = spanOf(lons) * shrink;
  const height = Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, (WIDTH * tall) / wide));
  const scale = Math.min((WIDTH * (1 - 2 * EDGE)) / wide, (height * (1 - 2 * EDGE)) / tall);
  const x = (lon: number) => WIDTH / 2 + (lon - middle.lon) * shrink * scale;
  const y = (lat: number) => height / 2 - (lat - middle.lat) * scale;
  const [halfLat, halfLon] = [height / 2 / scale, WIDTH / 2 / scale / shrink];
  return {
    ...{ width: WIDTH, height, x, y },
    south: middle.lat - halfLat,
    north: middle.lat + halfLat,
    west: middle.lon - halfLon,
    east: middle.lon + halfLon,
  };
}

const middleOf = (values: readonly number[]): number =>
  (Math.min(...values) + Math.max(...values)) / 2;
const spanOf = (values: readonly number[]): number =>
  Math.max(LEAST_SPAN, Math.max(...values) - Math.min(...values));

interface GridLine {
  readonly id: string;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly label: string;
  /** Where the label stands. */
  readonly x: number;
  readonly y: number;
}

/** Steps between lines, in degrees. */
const STEPS = [60, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/** Returns the lines of a map: at least three across the longer side. */
export function graticule(view: MapView): readonly GridLine[] {
  const { width, height, south, north, west, east } = view;
  const span = Math.max(north - south, east - west);
  const step = STEPS.find((each) => span / each >= 3) ?? 0.005;
  const vertical = steps(west, east, step).map((lon) => ({
    ...{ id: `lon ${lon}`, label: degreesOf(lon, step, 'E', 'W') },
    ...{ x1: view.x(lon), x2: view.x(lon), y1: 0, y2: height, x: view.x(lon) + 3, y: height - 4 },
  }));
  const horizontal = steps(south, north, step).map((lat) => ({
    ...{ id: `lat ${lat}`, label: degreesOf(lat, step, 'N', 'S') },
    ...{ y1: view.y(lat), y2: view.y(lat), x1: 0, x2: width, x: 3, y: view.y(lat) - 3 },
  }));
  return [...vertical, ...horizontal];
}

function steps(from: number, to: number, step: number): readonly number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: count }, (_, i) => (first + i) * step);
}

function degreesOf(value: number, step: number, positive: string, negative: string): string {
  const digits = step >= 1 ? 0 : Math.ceil(-Math.log10(step));
  const text = Math.abs(value).toFixed(digits);
  return `${text}° ${Number(text) === 0 ? '' : value > 0 ? positive : negative}`.trim();
}
