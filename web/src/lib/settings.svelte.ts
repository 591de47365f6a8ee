/** What the player has chosen once and wants to find again; kept in the browser only. */
export interface Settings {
  theme: 'auto' | 'light' | 'dark';
  motion: 'auto' | 'less';
  numbers: boolean;
  names: boolean;
  overview: boolean;
  patterns: boolean;
  warn: boolean;
  weigh: boolean;
  /** The overlays that are shown, by game. */
  overlays: Record<string, string[]>;
  /** Whether the lines on which the rules of a decision turn are shown unasked. */
  lines: boolean;
  curtain: 'auto' | 'always' | 'never';
  guide: boolean;
  /** Parts of the guide that have been read, by game and kind of decision. */
  read: string[];
  speed: number;
  /** Whether a sound says that it is one's turn. */
  sound: boolean;
  /** What the player calls himself. */
  player: string;
}

const DEFAULTS: Settings = {
  theme: 'auto',
  motion: 'auto',
  numbers: true,
  names: true,
  overview: true,
  patterns: true,
  warn: true,
  weigh: true,
  overlays: {},
  lines: true,
  curtain: 'auto',
  guide: true,
  read: [],
  speed: 1,
  sound: false,
  player: '',
};

const KEY = 'grognard.settings';

export function stored<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise; // a private window, or somebody else's text under our key
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page works, it only forgets.
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored<Partial<Settings>>(KEY, {}) });

export function rememberSettings(): void {
  store(KEY, settings);
}

/** Whether movement on the page should be avoided: by choice, or because the system says so. */
export function calm(): boolean {
  return settings.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
