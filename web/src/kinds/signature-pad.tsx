import { Box } from '@mantine/core';
import { type PointerEvent, useEffect, useRef } from 'react';

const WIDTH = 800;
const HEIGHT = 320;
const PEN = 4;

interface SignaturePadProps {
  readonly label: string;
  /** Called after each stroke with the whole drawing. */
  readonly onStroke: (canvas: HTMLCanvasElement) => void;
}

/** White paper and dark ink also in the dark colour scheme, because signatures are printed later. */
export function SignaturePad({ label, onStroke }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDown = useRef(false);
  useEffect(() => {
    const paper = canvas.current?.getContext('2d');
    if (!paper) return;
    paper.fillStyle = 'white';
    paper.fillRect(0, 0, WIDTH, HEIGHT);
    paper.strokeStyle = '#101828';
    paper.fillStyle = '#101828';
    paper.lineWidth = PEN;
    paper.lineCap = 'round';
    paper.lineJoin = 'round';
  }, []);
  const draw = (event: PointerEvent<HTMLCanvasElement>, act: (x: number, y: number) => void) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    act(((event.clientX - left) / width) * WIDTH, ((event.clientY - top) / height) * HEIGHT);
  };
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    const paper = event.currentTarget.getContext('2d');
    event.currentTarget.setPointerCapture(event.pointerId);
    isDown.current = true;
    draw(event, (x, y) => {
      paper?.beginPath();
      paper?.moveTo(x, y);
      paper?.lineTo(x + 1, y); // so that a dot is a stroke, too
      paper?.stroke();
    });
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDown.current) return;
    const paper = event.currentTarget.getContext('2d');
    draw(event, (x, y) => {
      paper?.lineTo(x, y);
      paper?.stroke();
    });
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDown.current) return;
    isDown.current = false;
    onStroke(event.currentTarget);
  };
  return (
    <Box
      component="canvas"
      ref={canvas}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
      maw={560}
      w="100%"
      bg="white"
      bd="1px solid gray"
      style={{ touchAction: 'none', borderRadius: 8, display: 'block' }}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
