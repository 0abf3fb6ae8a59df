import type { DrawnShape } from '#forms/answers/sketch-shapes.ts';
import { fontSize, lineWidth, pathOf, pointsOf, type Size } from './shape-paths.ts';

interface ShapeLayerProps {
  readonly shapes: readonly DrawnShape[];
  readonly size: Size;
  /** The shape that the arrow keys move, which is marked. */
  readonly selected?: number | undefined;
}

/** The shapes as they lie on the photo. */
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
