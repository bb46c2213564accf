'use client';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface FrameSize {
  width: number;
  height: number;
}

/** The size of the frame that a drawing will stand in, measured before it is drawn and again with each `moment`; null before the frame stands. */
export function useFrameSize(
  moment: string,
): [frame: RefObject<HTMLDivElement | null>, size: FrameSize | null] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<FrameSize | null>(null);
  useLayoutEffect(() => {
    const box = frame.current;
    if (!box) return;
    const { clientWidth: width, clientHeight: height } = box;
    setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
  }, [moment]);
  return [frame, size];
}
