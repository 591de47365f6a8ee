/** What a screen reader should say now; one polite line, and toasts that everybody sees. */
export interface Toast {
  id: number;
  text: string;
  case: string;
  kind: 'info' | 'refused' | 'error';
}

let last = 0;

export const spoken = $state({ text: '' });
export const toasts: Toast[] = $state([]);

export function announce(text: string): void {
  // The same words twice would not be read again without the change.
  spoken.text = spoken.text === text ? `${text}\u00a0` : text;
}

export function toast(text: string, kind: Toast['kind'] = 'info', cite = ''): void {
  const id = ++last;
  if (toasts.length > 2) toasts.shift();
  toasts.push({ id, text, case: cite, kind });
  announce(cite ? `${text} (case ${cite})` : text);
  setTimeout(() => dismiss(id), kind === 'info' ? 4000 : 9000);
}

export function dismiss(id: number): void {
  const index = toasts.findIndex((entry) => entry.id === id);
  if (index >= 0) toasts.splice(index, 1);
}

/** Refusals are about a position, and about what was chosen in it: when that is gone, so are they. */
export function dismissRefusals(): void {
  for (const entry of toasts.filter((one) => one.kind === 'refused')) dismiss(entry.id);
}

/** Two soft notes: it is one's turn. */
export function chime(): void {
  try {
    const context = new AudioContext();
    [523, 784].forEach((pitch, index) => {
      const [tone, loudness] = [context.createOscillator(), context.createGain()];
      const begin = context.currentTime + index * 0.16;
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.08, begin);
      loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.4);
      tone.connect(loudness).connect(context.destination);
      tone.start(begin);
      tone.stop(begin + 0.4);
    });
    setTimeout(() => void context.close(), 900);
  } catch {
    // A browser without sound is no error.
  }
}
