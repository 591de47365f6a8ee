/** Where the map lies under the window: screen = board * scale + offset. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const CLOSEST = 3;

export function fit(board: Box, window: { width: number; height: number }, margin = 12): View {
  const scale = Math.min(
    Math.max(0.02, (window.width - 2 * margin) / board.width),
    Math.max(0.02, (window.height - 2 * margin) / board.height),
    CLOSEST,
  );
  return {
    scale,
    x: (window.width - board.width * scale) / 2 - board.left * scale,
    y: (window.height - board.height * scale) / 2 - board.top * scale,
  };
}

/** Nearer than this the numbers on the counters can be read. */
export const LEGIBLE = 0.85;
/** In a window as narrow as a phone's it may be a little less, for the sake of the surroundings. */
const NARROW = 700;
const LEGIBLE_NARROW = 0.72;

interface Point {
  x: number;
  y: number;
}

/** A box round some points, with room for their cells. */
export function around(points: Point[], board: Box, margin = 70): Box {
  if (!points.length) return board;
  const [xs, ys] = [points.map((one) => one.x), points.map((one) => one.y)];
  const [left, top] = [Math.max(0, Math.min(...xs) - margin), Math.max(0, Math.min(...ys) - margin)];
  return {
    left,
    top,
    width: Math.min(board.width, Math.max(...xs) + margin) - left,
    height: Math.min(board.height, Math.max(...ys) + margin) - top,
  };
}

/** The point in the thick of it: the least far from all the others together. */
export function thickest(points: Point[]): Point | null {
  let best: Point | null = null;
  let least = Infinity;
  for (const one of points) {
    const far = points.reduce((sum, other) => sum + Math.hypot(one.x - other.x, one.y - other.y), 0);
    if (far < least) [least, best] = [far, one];
  }
  return best;
}

export function centred(point: Point, scale: number, window: { width: number; height: number }): View {
  return { scale, x: window.width / 2 - point.x * scale, y: window.height / 2 - point.y * scale };
}

/** Where a match is first looked at: everything, or as much as can be read, round one's own units. */
export function firstView(all: Point[], own: Point[], board: Box, window: { width: number; height: number }): View {
  const whole = fit(around(all, board), window);
  const legible = window.width < NARROW ? LEGIBLE_NARROW : LEGIBLE;
  const middle = thickest(own.length ? own : all);
  return whole.scale >= legible || !middle ? whole : clamped(centred(middle, legible, window), board, window, edgeIn(window));
}

/** Which of some points lie well inside the window. */
export function inSight<T extends Point>(points: T[], view: View, window: { width: number; height: number }): T[] {
  const margin = 24;
  return points.filter((one) => {
    const [x, y] = [one.x * view.scale + view.x, one.y * view.scale + view.y];
    return x > margin && y > margin && x < window.width - margin && y < window.height - margin;
  });
}

/** A view that shows some points about as near as before: all of them, or where most of them are. */
export function showing(points: Point[], view: View, board: Box, window: { width: number; height: number }): View {
  const box = around(points, board);
  const whole = fit(box, window).scale;
  const middle = whole < view.scale * 0.8 ? thickest(points) : null;
  if (middle) return centred(middle, view.scale, window);
  return centred({ x: box.left + box.width / 2, y: box.top + box.height / 2 }, Math.min(view.scale, whole), window);
}

/** The view after zooming by a factor while the board point under (px, py) stays there. */
export function zoomed(view: View, factor: number, px: number, py: number, least: number): View {
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio };
}

/** How much bare desk may show beside the map: enough to pull a corner out from below the overview. */
const DESK = 170;
/** And how much where the page moves the map by itself: none on a phone, where every line counts. */
export const edgeIn = (window: { width: number }): number => (window.width < NARROW ? 0 : 24);

/** Keeps the map in the window: a large one covers it but for a margin, a small one stays inside. */
export function clamped(view: View, board: Box, window: { width: number; height: number }, desk = DESK): View {
  const along = (at: number, start: number, length: number, room: number): number => {
    const first = 0 - start * view.scale;
    const last = room - (start + length) * view.scale;
    // The page lays a small map in the middle; a player may pull it out from below a card.
    if (first <= last) return desk < DESK ? (first + last) / 2 : Math.min(last, Math.max(first, at));
    return Math.min(first + desk, Math.max(last - desk, at));
  };
  return {
    scale: view.scale,
    x: along(view.x, board.left, board.width, window.width),
    y: along(view.y, board.top, board.height, window.height),
  };
}

/** A smaller change of the window, as by a longer prompt, leaves the map where it is. */
const NOTICED = 100;

/** The view after the window has changed its size: its middle stays the middle, and new room shows more of the map. */
export function resized(
  view: View, board: Box, before: { width: number; height: number }, after: { width: number; height: number },
): View {
  const [wider, higher] = [after.width - before.width, after.height - before.height];
  if (Math.max(Math.abs(wider), Math.abs(higher)) < NOTICED) return clamped(view, board, after);
  return clamped({ scale: view.scale, x: view.x + wider / 2, y: view.y + higher / 2 }, board, after, edgeIn(after));
}

/** Where a card of that width goes, beside a point and inside the window. */
export function beside(x: number, gap: number, wide: number, room: number): number {
  const right = x + gap;
  const left = x - gap - wide;
  const wanted = right + wide <= room - 6 ? right : left >= 6 ? left : right;
  return Math.max(6, Math.min(wanted, room - wide - 6));
}

/** The map's tools in the upper right corner. */
const TOOLS = { width: 54, height: 142 };

/** Where a card goes: beside a point, or below or above it where neither side has room; clear of the prompt and the tools. */
export function cardSpot(
  point: Point, gap: number, size: { width: number; height: number }, room: { width: number; height: number }, over: number,
): string {
  const top = Math.max(over + 6, Math.min(point.y - 30, room.height - size.height - 6));
  const free = room.width - (top < over + TOOLS.height ? TOOLS.width : 0);
  const narrow = point.x + gap + size.width > free - 6 && point.x - gap - size.width < 6;
  const [above, below] = [point.y - gap - over - 6, room.height - point.y - gap - 6];
  const left = `left: ${beside(point.x, gap, size.width, narrow ? room.width - TOOLS.width : free)}px`;
  if (!narrow) return `${left}; top: ${top}px`;
  const y = above > below ? `bottom: ${room.height - point.y + gap}px` : `top: ${point.y + gap}px`;
  return `${left}; ${y}; max-height: ${Math.max(above, below)}px`;
}

export function toBoard(view: View, px: number, py: number): { x: number; y: number } {
  return { x: (px - view.x) / view.scale, y: (py - view.y) / view.scale };
}

/** Finds the cell under a point: the nearest centre, which for hexes and squares is the cell itself. */
export class CellFinder {
  private readonly buckets = new Map<string, { id: string; x: number; y: number }[]>();
  private readonly step = 64;

  constructor(
    cells: { id: string; x: number; y: number }[],
    private readonly reach = 40,
  ) {
    for (const cell of cells) {
      const key = this.key(cell.x, cell.y);
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(cell);
      else this.buckets.set(key, [cell]);
    }
  }

  private key(x: number, y: number): string {
    return `${Math.floor(x / this.step)},${Math.floor(y / this.step)}`;
  }

  at(x: number, y: number): string | null {
    let best: string | null = null;
    let nearest = this.reach ** 2;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const cell of this.buckets.get(this.key(x + dx * this.step, y + dy * this.step)) ?? []) {
          const far = (cell.x - x) ** 2 + (cell.y - y) ** 2;
          if (far < nearest) [nearest, best] = [far, cell.id];
        }
      }
    }
    return best;
  }
}
