/** How overlays look: every kind has a pattern of its own, so that they are told apart without colours. */
import type { Overlay } from './api';

export interface Dressed {
  overlay: Overlay;
  /** Of the pattern in the SVG's definitions. */
  id: string;
  colour: string;
  turn: number;
  shape: string;
  /** Of the rim of an area, so that several are told apart without colours. */
  dash: string;
}

const DASHES = ['none', '12 7', '3 8', '16 6 3 6', '8 12', '20 5'];
const KINDS: Record<string, number> = { zones: 2, threat: 1, reach: 3 };

const COLOURS = ['#c0261c', '#0b6fb8', '#8a4b00', '#00795c', '#7a4fb0', '#3f4a55'];
const SHAPES: Record<string, string> = {
  zones: 'stripe', supply: 'dots', command: 'cross', front: 'chevron', control: 'square', threat: 'zigzag', reach: 'ring',
};

/** What each shape is made of, on a tile of 12 by 12, in the colour of strokes and fills alike. */
export const TILES: Record<string, string> = {
  stripe: '<path d="M0 6H12" stroke-width="2.6"/>',
  dots: '<circle cx="6" cy="6" r="2.1" stroke="none" fill="currentColor"/>',
  cross: '<path d="M6 1.5V10.5M1.5 6H10.5" stroke-width="1.5"/>',
  chevron: '<path d="M1 9L6 3L11 9" stroke-width="2.4" fill="none"/>',
  square: '<path d="M3 3H9V9H3Z" stroke-width="1.6" fill="none"/>',
  zigzag: '<path d="M0 8L3 4L6 8L9 4L12 8" stroke-width="1.4" fill="none"/>',
  ring: '<circle cx="6" cy="6" r="3.2" stroke-width="1.5" fill="none"/>',
  plus: '<path d="M3 3L9 9M9 3L3 9" stroke-width="1.4"/>',
};

/** The sides in the order of the colours: whoever has the bluest counters of two gets the blue. */
export function inColour(sides: string[], counters: { side: string; colour: string }[]): string[] {
  const blue = (side: string): number => {
    const hex = /^#([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{2})$/i.exec(counters.find((one) => one.side === side)?.colour ?? '');
    return hex ? parseInt(hex[2] ?? '', 16) - parseInt(hex[1] ?? '', 16) : 0;
  };
  const [first, second] = sides;
  return sides.length === 2 && first !== undefined && second !== undefined && blue(first) > blue(second) ? [second, first] : sides;
}

export function dress(overlays: Overlay[], sides: string[]): Dressed[] {
  const seen = new Map<string, number>();
  return overlays.map((overlay) => {
    const key = `${overlay.kind} ${overlay.side}`;
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const side = overlay.side === null ? 4 : Math.max(0, sides.indexOf(overlay.side));
    const shape = SHAPES[overlay.kind] ?? 'plus';
    const colour = COLOURS[(side + 2 * nth) % COLOURS.length] ?? '#3f4a55';
    const turn = shape === 'stripe' ? (side % 2 ? -45 : 45) + nth * 20 : side % 2 ? 45 : 0;
    return { overlay, id: `over-${overlay.name.replace(/[^\w-]/g, '_')}`, colour, turn, shape, dash: DASHES[(nth + (KINDS[overlay.kind] ?? 0)) % DASHES.length] ?? 'none' };
  });
}
