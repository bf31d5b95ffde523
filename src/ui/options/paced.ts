/** A key that is held down comes faster than a move is done: it goes on once the last one is, or rows would go on moving after it was let go. */
export function createPace(): (event: KeyboardEvent, move: () => Promise<unknown>) => void {
  let running = 0
  return ({repeat}, move) => {
    if (repeat && running > 0) return
    running++
    void move().finally(() => running--)
  }
}
