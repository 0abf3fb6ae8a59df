import { type PointerEvent, useRef, useState } from 'react';
import type { DrawnShape } from '#questionnaires/answers/sketch-shapes.ts';
import { begun, drawnTo, type Pen, type Spot } from './drawing.ts';
import classes from './kinds.module.css';
import { ShapeLayer } from './shape-layer.tsx';
import type { Size } from './shape-paths.ts';

interface DrawingPaperProps {
  readonly address: string;
  readonly label: string;
  readonly pen: Pen;
  readonly shapes: readonly DrawnShape[];
  readonly selected: number | undefined;
  readonly onPicture: (picture: HTMLImageElement) => void;
  readonly onDrawn: (shape: DrawnShape) => void;
}

/** The photo, on which a finger, a pen or a mouse draws. */
export function DrawingPaper(props: DrawingPaperProps) {
  const { address, label, pen, shapes, selected, onPicture, onDrawn } = props;
  const [size, setSize] = useState<Size>();
  const [drawn, setDrawn] = useState<DrawnShape>();
  const isDown = useRef(false);
  const start = (event: PointerEvent<SVGSVGElement>) => {
    if (pen.tool === 'text' && pen.text.trim() === '') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    setDrawn(begun(pen, spotOf(event)));
  };
  const move = (event: PointerEvent<SVGSVGElement>) => {
    if (!isDown.current) return;
    const spot = spotOf(event);
    setDrawn((shape) => shape && drawnTo(shape, spot));
  };
  const end = () => {
    isDown.current = false;
    setDrawn(undefined);
    if (drawn !== undefined && isVisible(drawn)) onDrawn(drawn);
  };
  return (
    <div className={classes['paper']}>
      <img
        src={address}
        alt={label}
        onLoad={({ currentTarget }) => {
          const { naturalWidth: width, naturalHeight: height } = currentTarget;
          setSize({ width, height });
          onPicture(currentTarget);
        }}
      />
      {size !== undefined && (
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          aria-hidden
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
        >
          <ShapeLayer shapes={shapes} size={size} selected={selected} />
          {drawn !== undefined && <ShapeLayer shapes={[drawn]} size={size} />}
        </svg>
      )}
    </div>
  );
}

function spotOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Spot {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** A tap with a tool that draws between two points draws nothing. */
const isVisible = ({ kind, points: [x, y, ...rest] }: DrawnShape): boolean =>
  kind === 'pen' || kind === 'text' || rest[0] !== x || rest[1] !== y;
