/** Areas by their rim and lines from cell to cell, as a cartographer would draw them. */
import type { Cell } from './api';

const key = ([x, y]: readonly [number, number]): string => `${Math.round(x)},${Math.round(y)}`;
const num = (value: number): string => value.toFixed(1);

const sideOf = (a: readonly [number, number], b: readonly [number, number]): string => [key(a), key(b)].sort().join(' ');

/** The sides of cells at the map's edge: no area needs a line there. */
export function edgeOf(cells: Cell[]): Set<string> {
  const found = new Set<string>();
  for (const cell of cells) {
    cell.points.forEach((a, index) => {
      const side = sideOf(a, cell.points[(index + 1) % cell.points.length] ?? a);
      if (!found.delete(side)) found.add(side);
    });
  }
  return found;
}

/** The rim of some cells, a little inside, so that two areas side by side both show theirs. */
export function rim(cells: Cell[], inset = 3, edge: Set<string> = new Set()): string {
  const sides = new Map<string, { cell: Cell; a: [number, number]; b: [number, number] } | null>();
  for (const cell of cells) {
    cell.points.forEach((a, index) => {
      const b = cell.points[(index + 1) % cell.points.length] ?? a;
      const side = sideOf(a, b);
      if (edge.has(side)) return;
      // A side between two cells of the area is no part of its rim.
      sides.set(side, sides.has(side) ? null : { cell, a, b });
    });
  }
  const parts: string[] = [];
  for (const side of sides.values()) {
    if (!side) continue;
    const { cell, a, b } = side;
    const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const far = Math.hypot(cell.x - mx, cell.y - my) || 1;
    const [dx, dy] = [((cell.x - mx) / far) * inset, ((cell.y - my) / far) * inset];
    parts.push(`M${num(a[0] + dx)} ${num(a[1] + dy)}L${num(b[0] + dx)} ${num(b[1] + dy)}`);
  }
  return parts.join('');
}

/** A line through those of some cells that are neighbours, short steps first and never in a ring; a cell alone is a short stroke. */
export function chain(cells: Cell[]): string {
  const here = new Map(cells.map((cell) => [cell.id, cell]));
  const steps = cells.flatMap((cell) =>
    cell.around.flatMap((id) => {
      const other = id ? here.get(id) : undefined;
      return other && other.id > cell.id ? [{ cell, other, far: Math.hypot(other.x - cell.x, other.y - cell.y) }] : [];
    }),
  );
  // Where three cells lie together, two steps join them: the third would only make a net of the line.
  const root = new Map(cells.map((cell) => [cell.id, cell.id]));
  const end = (id: string): string => {
    const up = root.get(id) ?? id;
    return up === id ? id : end(up);
  };
  const parts: string[] = [];
  const met = new Set<string>();
  for (const { cell, other } of steps.sort((a, b) => a.far - b.far)) {
    const [a, b] = [end(cell.id), end(other.id)];
    if (a === b) continue;
    root.set(a, b);
    met.add(cell.id).add(other.id);
    parts.push(`M${num(cell.x)} ${num(cell.y)}L${num(other.x)} ${num(other.y)}`);
  }
  for (const cell of cells) if (!met.has(cell.id)) parts.push(`M${num(cell.x - 14)} ${num(cell.y)}L${num(cell.x + 14)} ${num(cell.y)}`);
  return parts.join('');
}
