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

/** Keeps at least a third of the window covered by the board, so that the map cannot be lost. */
export function clamped(view: View, board: Box, window: { width: number; height: number }): View {
  const keepX = Math.min(window.width, board.width * view.scale) / 3;
  const keepY = Math.min(window.height, board.height * view.scale) / 3;
  const left = board.left * view.scale;
  const top = board.top * view.scale;
  const right = left + board.width * view.scale;
  const bottom = top + board.height * view.scale;
  return {
    scale: view.scale,
    x: Math.min(window.width - keepX - left, Math.max(keepX - right, view.x)),
    y: Math.min(window.height - keepY - top, Math.max(keepY - bottom, view.y)),
  };
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
