import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { fontSize, lineWidth, pathOf, pointsOf, type Size } from './shape-paths.ts';

interface ShapeLayerProps {
  readonly shapes: readonly DrawnShape[];
  readonly size: Size;
  /** The index of the shape that the arrow keys move. The other shapes are faded. */
  readonly selected?: number | undefined;
}

/**
 * Draws the shapes of a photo as SVG. `drawShapes` draws them once more for the stored picture, so a change of the
 * white outline or of the font belongs into both.
 */
export function ShapeLayer({ shapes, size, selected }: ShapeLayerProps) {
  return shapes.map((shape, i) => (
    <g
      // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other name
      key={i}
      strokeLinecap="round"
      strokeLinejoin="round"
      fill="none"
      opacity={selected === undefined || selected === i ? 1 : 0.45}
    >
      {shape.kind === 'text' ? (
        <Letters shape={shape} size={size} />
      ) : (
        <>
          <path
            d={pathOf(shape, size)}
            stroke="#ffffff"
            strokeWidth={1.8 * lineWidth(shape, size)}
          />
          <path d={pathOf(shape, size)} stroke={shape.color} strokeWidth={lineWidth(shape, size)} />
        </>
      )}
    </g>
  ));
}

interface LettersProps {
  readonly shape: DrawnShape;
  readonly size: Size;
}

function Letters({ shape, size }: LettersProps) {
  const [at] = pointsOf(shape, size);
  return (
    <text
      x={at?.x}
      y={at?.y}
      fontSize={fontSize(shape, size)}
      fontWeight={700}
      fontFamily="sans-serif"
      dominantBaseline="middle"
      paintOrder="stroke"
      stroke="#ffffff"
      strokeWidth={1.8 * lineWidth(shape, size)}
      fill={shape.color}
    >
      {shape.text}
    </text>
  );
}
