// What is still to happen in one execution, by time; the same time in the order it was put down.
export interface Agenda {
  put(at: number, act: (at: number) => void): void;
  /** Acts until nothing is left; acting may put down more. */
  run(): void;
}

export function createAgenda(): Agenda {
  const entries: { at: number; act: (at: number) => void }[] = [];
  return {
    put(at, act) {
      let place = entries.length;
      while (place > 0 && (entries[place - 1]?.at ?? 0) > at) place -= 1;
      entries.splice(place, 0, { at, act });
    },
    run() {
      for (let next = entries.shift(); next !== undefined; next = entries.shift()) next.act(next.at);
    },
  };
}
