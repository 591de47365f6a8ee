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

/** The view after zooming by a factor while the board point under (px, py) stays there. */
export function zoomed(view: View, factor: number, px: number, py: number, least: number): View {
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: px - (px - view.x) * ratio, y: py - (py - view.y) * ratio };
}

/** How much bare desk may show beside the map. */
const DESK = 90;

/** Keeps the map in the window: a large one covers it but for a margin, a small one stays inside. */
export function clamped(view: View, board: Box, window: { width: number; height: number }): View {
  const along = (at: number, start: number, length: number, room: number): number => {
    const first = 0 - start * view.scale;
    const last = room - (start + length) * view.scale;
    const spare = first > last ? DESK : 0;
    return Math.min(Math.max(first, last) + spare, Math.max(Math.min(first, last) - spare, at));
  };
  return {
    scale: view.scale,
    x: along(view.x, board.left, board.width, window.width),
    y: along(view.y, board.top, board.height, window.height),
  };
}

/** Where a card of that width goes, beside a point and inside the window. */
export function beside(x: number, gap: number, wide: number, room: number): number {
  const right = x + gap;
  const left = x - gap - wide;
  const wanted = right + wide <= room - 6 ? right : left >= 6 ? left : right;
  return Math.max(6, Math.min(wanted, room - wide - 6));
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
